/** An answer names no more fields than somebody can work through. */
export const namedFields = 50;

/** What an error carries beside its message. */
export interface ErrorOptions {
  /** The path of the field at fault, as the caller sent it: 'title', 'books.3.bid'. */
  field?: string | undefined;
  /** Several fields at once: path to message key. */
  fields?: Record<string, FieldProblem> | undefined;
  /** Data the screen needs to offer a way on, such as who saved last. */
  details?: Record<string, unknown> | undefined;
  cause?: unknown;
}

export interface FieldProblem {
  key: string;
  values?: Record<string, unknown> | undefined;
}

/**
 * A failure the caller is meant to see. `code` is a message key, translated when the answer is written; `status` is the
 * HTTP status. Everything else that is thrown becomes a 500 with a request id and no detail.
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
