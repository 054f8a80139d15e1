// A typed client of Sportlore, an open catalogue of sports knowledge.
import { Operations } from "./generated.js";

export * from "./generated.js";

/** What the service refused, in its words: they say what to ask instead. */
export class SportloreError extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }
}

/** Asks a server by `fetch`. */
export class Sportlore extends Operations {
  constructor(readonly address: string, private readonly fetcher: typeof fetch = fetch) {
    super();
  }

  protected async get<T>(path: string, query: object): Promise<T> {
    const { filters, inputs, ...others } = query as Record<string, unknown>;
    const given = Object.entries({ ...others, ...(filters as object), ...(inputs as object) });
    const asked = new URLSearchParams(given.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]));
    const response = await this.fetcher(`${this.address.replace(/\/$/, "")}${path}${asked.size ? `?${asked}` : ""}`);
    const answer = await response.json();
    if (!response.ok) throw new SportloreError(response.status, answer.error);
    return answer as T;
  }
}
