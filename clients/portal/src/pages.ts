import { callOf, type RequestOptions, type Requests } from './requests.ts';

interface Page<T> {
  results: T[];
  next: string | null;
}

/** A list: its records one after the other (`for await`), its pages, or all of them at once. */
export class List<T> implements AsyncIterable<T> {
  private readonly requests: Requests;
  private readonly path: string;
  private readonly parameters: Parameters<typeof callOf>[1];
  private readonly options: RequestOptions;

  constructor(requests: Requests, path: string, parameters: object = {}, options: RequestOptions = {}) {
    this.requests = requests;
    this.path = path;
    this.parameters = { ...parameters };
    this.options = options;
  }

  /** Page by page, each asked for when it is wanted. */
  async *pages(): AsyncGenerator<T[], void, undefined> {
    let after: string | undefined;
    do {
      const page = await this.requests.read<Page<T>>(callOf(this.path, { ...this.parameters, after }), this.options);
      yield page?.results ?? [];
      after = page?.next ?? undefined;
    } while (after !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page;
  }

  async all(): Promise<T[]> {
    const all: T[] = [];
    for await (const page of this.pages()) all.push(...page);
    return all;
  }
}
