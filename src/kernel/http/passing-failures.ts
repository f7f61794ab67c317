// How often a failure that goes on is told again. Milliseconds.
const againAfterMs = 60_000;

interface Log {
  warn(details: object, message: string): void;
}

/**
 * Logs failures that pass by themselves, such as a database that is away: one line without a stack when they begin, and
 * one a minute with their number while they go on. One for each request would bury the rest.
 */
export class PassingFailures {
  private readonly log: Log;
  private readonly going = new Map<string, { more: number }>();

  constructor(log: Log) {
    this.log = log;
  }

  /** `what` is the code of the error that callers get, and `cause` its reason. */
  note(what: string, cause: unknown): void {
    const going = this.going.get(what);
    if (going) {
      going.more += 1;
      return;
    }
    this.log.warn({ code: what, reason: reasonOf(cause) }, `${what}: ${reasonOf(cause)}`);
    this.going.set(what, { more: 0 });
    const again = setInterval(() => {
      const { more = 0 } = this.going.get(what) ?? {};
      if (more > 0) {
        this.log.warn({ code: what, failures: more }, `${what}: ${more} more in the last minute`);
        this.going.set(what, { more: 0 });
        return;
      }
      clearInterval(again);
      this.going.delete(what);
    }, againAfterMs).unref();
  }
}

/** The innermost reason: outer errors only say what it means to us. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error instanceof Error) return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
  return String(error);
}
