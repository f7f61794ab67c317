/** How a command ends, as its exit code. */
export const exits = {
  done: 0,
  /** The doctor found something bad. */
  bad: 1,
  /** Wrong usage: nothing was sent. */
  usage: 2,
  /** The office said no. */
  refused: 3,
  /** No answer, or one that says that the office failed. */
  failed: 4,
  /** Planned: another person has to approve it. */
  planned: 5,
  /** Interrupted by Ctrl-C; the office goes on. */
  interrupted: 130,
} as const;

/** What ends a command without its result, with the reason in a sentence. */
export abstract class Ended extends Error {
  abstract readonly exit: number;
  /** A stable name for programs. */
  readonly code: string;
  /** More of it, such as the fields that are wrong. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, { code, ...details }: { code: string } & Record<string, unknown>) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** The command was written wrongly. */
export class Misused extends Ended {
  override readonly name = 'Misused';
  readonly exit = exits.usage;

  constructor(message: string) {
    super(message, { code: 'usage' });
  }
}

/** The office understood and said no: the message is its own. */
export class Refused extends Ended {
  override readonly name = 'Refused';
  readonly exit = exits.refused;
}

/** The office did not answer, or failed: the same command may be run again. */
export class Failed extends Ended {
  override readonly name = 'Failed';
  readonly exit = exits.failed;
}

/** What was asked for waits until another person approves it. */
export class Planned extends Ended {
  override readonly name = 'Planned';
  readonly exit = exits.planned;
}
