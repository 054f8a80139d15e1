// Calls every operation with the client that openapi-generator writes (typescript-fetch); no answer loses anything in its models.
import assert from "node:assert";
import * as client from "./index";

const configuration = new client.Configuration({ basePath: process.argv[2] });
const entities = new client.EntitiesApi(configuration);
const search = new client.SearchApi(configuration);
const compare = new client.CompareApi(configuration);
const calculators = new client.CalculatorsApi(configuration);
const learning = new client.LearningApi(configuration);
const atlas = new client.AtlasApi(configuration);
const recommendations = new client.RecommendationsApi(configuration);
const called: string[] = [];

async function read<T>(operation: string, asked: Promise<client.ApiResponse<T>>, written: (value: T) => unknown): Promise<T> {
  const response = await asked;
  const sent: unknown = await response.raw.clone().json();
  const value = await response.value();
  assert.deepStrictEqual(JSON.parse(JSON.stringify(written(value))), sent, operation);
  called.push(operation);
  return value;
}

async function main(): Promise<void> {
  await read("listEntityTypes", entities.listEntityTypesRaw(), client.TypeListToJSON);
  const whole = await read("listEntities", entities.listEntitiesRaw({ type: "sport", pageSize: "100" }), client.ResourceListToJSON);
  const filtered = await read(
    "listEntities",
    entities.listEntitiesRaw({ type: "sport", filters: { contact: "collision", "players-per-side": "5.." } }),
    client.ResourceListToJSON,
  );
  assert(filtered.pagination.total > 0 && filtered.pagination.total < whole.pagination.total);
  await read("getEntity", entities.getEntityRaw({ type: "sport", slug: "tennis" }), client.ResourceToJSON);
  await read("getEntity", entities.getEntityRaw({ type: "training-plan", slug: "couch-to-5k" }), client.ResourceToJSON);
  await read("searchEntities", search.searchEntitiesRaw({ q: "press-up", type: "exercise" }), client.SearchResultToJSON);
  await read("getComparison", compare.getComparisonRaw({ slug: "tennis-vs-badminton" }), client.ComparisonToJSON);
  await read("listCalculators", calculators.listCalculatorsRaw(), client.CalculatorListToJSON);
  await read("getCalculator", calculators.getCalculatorRaw({ slug: "body-mass-index" }), client.CalculatorToJSON);
  await read("listCourses", learning.listCoursesRaw(), client.CourseListToJSON);
  await read("getCourse", learning.getCourseRaw({ sport: "tennis" }), client.CourseToJSON);
  await read("listAtlasDimensions", atlas.listAtlasDimensionsRaw(), client.AtlasListToJSON);
  await read("getRecommendations", recommendations.getRecommendationsRaw({ goal: "get-stronger" }), client.RecommendationListToJSON);
  await assert.rejects(entities.getEntity({ type: "sport", slug: "tenis" }), client.ResponseError);
  console.log(JSON.stringify([...new Set(called)].sort()));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
