// Calls every operation with the types that openapi-typescript writes, and reads from each answer what an app would.
import type { components, paths } from "./description";

type Path = keyof paths;
type Answer<P extends Path> = paths[P]["get"]["responses"][200]["content"]["application/json"];
type Given<P extends Path> = paths[P]["get"]["parameters"];

const server = process.argv[2];
const called: string[] = [];

async function get<P extends Path>(path: P, given: Given<P>): Promise<Answer<P>> {
  const { path: inPath, query } = given as { path?: Record<string, string>; query?: Record<string, unknown> };
  const { filters, ...others } = query ?? {};
  const address = path.replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(inPath![name]));
  const asked = new URLSearchParams({ ...others, ...(filters as object) } as Record<string, string>).toString();
  const response = await fetch(`${server}${address}${asked && `?${asked}`}`);
  if (response.status !== 200) throw new Error(`${response.status} at ${response.url}`);
  called.push(path);
  return (await response.json()) as Answer<P>;
}

function known<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error("nothing where something must be");
  return value;
}

async function main(): Promise<void> {
  const types = await get("/v1/entities", {});
  const type: components["schemas"]["EntityType"] = known(known(types.data)[0].type);
  const list = await get("/v1/entities/{type}", {
    path: { type: "sport" },
    query: { pageSize: "5", filters: { contact: "collision", "players-per-side": "5.." } },
  });
  const wholeList = await get("/v1/entities/{type}", { path: { type }, query: {} });
  if (!(list.pagination.total > 0 && list.pagination.total < wholeList.pagination.total)) throw new Error("no filter");
  const entity = await get("/v1/entities/{type}/{slug}", { path: { type: "sport", slug: "tennis" } });
  const length = known(known(entity.facts).find((fact) => fact.key === "field-length"));
  const shown: string = `${length.label}: ${length.text} (${length.unit}), ${known(length.variants).length} variants`;
  const relation: string = known(entity.relationships[0].relation);
  const page: string = entity.jsonLd.about.name + entity.jsonLd["@id"] + known(entity.sources)[0].title;
  const plan = await get("/v1/entities/{type}/{slug}", { path: { type: "training-plan", slug: "couch-to-5k" } });
  const day: number = known(plan.schedule)[0].sessions[0].day;
  const search = await get("/v1/search", { query: { q: "press-up", type: "exercise" } });
  const first: string = known(search.data)[0].name;
  const comparison = await get("/v1/compare/{slug}", { path: { slug: "tennis-vs-badminton" } });
  const sides: string[] = [known(comparison.a).name, known(comparison.b).name, ...known(comparison.differences)];
  const calculators = await get("/v1/calculators", {});
  const calculator = await get("/v1/calculators/{slug}", { path: { slug: "body-mass-index" } });
  const inputs: string[] = known(calculator.inputs).map((input) => `${input.name}: ${input.type}`);
  const expression: string = known(known(calculator.formula).expression);
  const courses = await get("/v1/learning/courses", {});
  const course = await get("/v1/learning/courses/{sport}", { path: { sport: "tennis" } });
  const answer: number = known(course.modules)[0].quiz[0].answer;
  const atlas = await get("/v1/atlas", {});
  const count: number = known(atlas.data)[0].values[0].count;
  const goal = await get("/v1/recommendations/{goal}", { path: { goal: "get-stronger" } });
  const reason: string = known(goal.data)[0].reasons[0].text;
  for (const value of [shown, relation, page, day, first, sides[2], inputs[0], expression, answer, count, reason]) {
    known(value);
  }
  known(known(calculators.data)[0].slug);
  known(known(courses.data)[0].sportSlug);
  console.log(JSON.stringify([...new Set(called)].sort()));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
