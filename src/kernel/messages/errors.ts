/** The maximum number of fields in an answer: more would help nobody. */
export const namedFields = 50;

/** What an error carries besides its message. */
export interface ErrorOptions {
  /** The path of the invalid field, as the caller sent it: 'title', 'books.3.bid'. */
  field?: string | undefined;
  /** Several fields at once: path to message key. */
  fields?: Record<string, FieldProblem> | undefined;
  /** Data the screen needs to offer the next step, such as who saved last. */
  details?: Record<string, unknown> | undefined;
  /** After how many seconds trying again makes sense: the Retry-After of the answer. */
  retryAfter?: number | undefined;
  cause?: unknown;
}

export interface FieldProblem {
  key: string;
  values?: Record<string, unknown> | undefined;
}

/**
 * An error for the caller. `code` is a message key, translated when the answer is written; `status` is the HTTP status.
 * Any other exception becomes a 500 with a request id and no detail.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly status: number;
  readonly code: string;
  readonly values: Record<string, unknown> | undefined;
  readonly options: ErrorOptions;

  constructor(status: number, code: string, values?: Record<string, unknown>, options: ErrorOptions = {}) {
    super(code, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.values = values;
    this.options = options;
  }
}
