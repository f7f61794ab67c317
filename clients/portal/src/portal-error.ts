/** A call that the office refused, or could not answer in several tries. */
export class PortalError extends Error {
  /** The status of the answer; 0 if there was none. */
  readonly status: number;
  /** The stable name of the reason, such as `registration.code_used`; empty if the answer had none. */
  readonly code: string;
  /** By the path of a field, what is wrong with it. */
  readonly fields: Readonly<Record<string, string>>;
  /** How long the office asked to wait. Milliseconds; undefined if it did not. */
  readonly retryMs: number | undefined;

  constructor(message: string, { status = 0, code = '', fields = {}, retryMs, cause }: PortalErrorParts = {}) {
    super(message, { cause });
    this.name = 'PortalError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryMs = retryMs;
  }

  /** Whether the same call may succeed later: the office is away, busy or being updated. */
  get isPassing(): boolean {
    return [0, 408, 429, 500, 502, 503, 504].includes(this.status) || (this.status === 404 && this.code === '');
  }
}

interface PortalErrorParts {
  status?: number;
  code?: string;
  fields?: Readonly<Record<string, string>>;
  retryMs?: number | undefined;
  cause?: unknown;
}

/** The error of an answer that is no success. */
export async function errorOf(call: string, answer: Response): Promise<PortalError> {
  const text = await answer.text().catch(() => '');
  const { code, message, fields } = parsed(text);
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new PortalError(message ?? `${call}: answered ${answer.status}`, {
    status: answer.status,
    code,
    fields,
    retryMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
  });
}

function parsed(text: string): { code?: string; message?: string; fields?: Record<string, string> } {
  try {
    return JSON.parse(text).error ?? {};
  } catch {
    // A proxy before the office answers in its own words.
    return {};
  }
}
