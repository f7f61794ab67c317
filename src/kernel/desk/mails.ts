import type { Catalogues } from '../messages/catalogues.ts';
import type { Locale } from '../messages/locale.ts';
import type { Translate, Words } from '../messages/messages.ts';
import type { Context } from '../work/context.ts';

/** What a mail says, in the language of who gets it. It has no secret, no access code, and nothing of a learner. */
export interface MailContent {
  subject: string;
  /** Paragraphs of plain text. */
  lines: readonly string[];
  /**
   * Where it leads: a path of the office. Without one, a kind with a `link` of its own makes it as it is sent, from `of`.
   */
  link?: { label: string; path?: string; of?: Readonly<Record<string, unknown>> };
  /** What is attached: `of` is what its kind makes the file from as the mail is sent. */
  file?: { name: string; of: Readonly<Record<string, unknown>> };
}

/** A file that is attached to a mail, written while it is read. */
export interface AttachedFile {
  type: string;
  blocks: AsyncIterable<Uint8Array>;
}

/** Who gets a mail: an account, at its own address and in its own language, or an address. */
export type MailRecipient = { staffIdx: number } | { address: string; locale: Locale };

/** A mail as it is about to be sent. */
export interface LeavingMail {
  mailIdx: number;
  staffIdx: number | null;
  address: string;
  /** What its link is made from; empty if the mail named nothing. */
  of: Readonly<Record<string, unknown>>;
}

/** A kind of mail, declared by the feature that sends it. */
export interface MailKind {
  readonly kind: string;
  /** The message key of its name, in the outbox and where people choose. */
  readonly label: string;
  /** Each person chooses whether they get it; what goes to an account because of its own acts is always sent. */
  readonly choice?: { readonly initial: boolean };
  /**
   * Makes the path of its link as it is sent, in the transaction that claims the mail. It opens something for whoever has
   * it, so it is stored nowhere; sent again, the mail gets another. Undefined if there is nothing left to open: the mail has
   * failed.
   */
  readonly link?: (ctx: Context, mail: LeavingMail) => Promise<string | undefined>;
  /**
   * Makes the attached file each time the mail is sent; an {@link AppError} says that it cannot be made any more. Such mails
   * go to addresses that staff chose, whoever reads there.
   */
  readonly attach?: (ctx: Context, of: Readonly<Record<string, unknown>>) => Promise<AttachedFile>;
  /** What such mails are made by again and again, if its addresses can be changed from the outbox. */
  readonly source?: MailSource;
}

/** What mails with a file are made by; `of` is what the file of one of them is made from. */
export interface MailSource {
  /** Whether it still mails to this address. */
  goesTo(ctx: Context, of: Readonly<Record<string, unknown>>, address: string): Promise<boolean>;
  /** Has it mail to another address from now on; an {@link AppError} says why that cannot be. */
  readdress(ctx: Context, of: Readonly<Record<string, unknown>>, address: { from: string; to: string }): Promise<void>;
}

/** A mail that waits to be stored. */
export interface NewMail {
  kind: MailKind;
  to: readonly MailRecipient[];
  write: (words: RecipientWords) => MailContent;
}

/** The language of one recipient. */
export interface RecipientWords {
  readonly locale: Locale;
  translate<W extends Words>(): Translate<W>;
  text(key: string, values?: Record<string, unknown>): string;
}

type Outbox = (ctx: Context, mail: NewMail) => Promise<void>;

/** The registry of kinds of mail. Without an outbox, no mail is made. */
export class Mails {
  private readonly catalogues: Catalogues;
  private readonly known = new Map<string, MailKind>();
  private outbox: Outbox | undefined;

  constructor(catalogues: Catalogues) {
    this.catalogues = catalogues;
  }

  define(...kinds: readonly MailKind[]): void {
    for (const one of kinds) this.known.set(one.kind, one);
  }

  find(kind: string): MailKind | undefined {
    return this.known.get(kind);
  }

  all(): readonly MailKind[] {
    return [...this.known.values()];
  }

  /** Takes what {@link send} is given; called by the feature that sends mails, if it can. */
  useOutbox(outbox: Outbox): void {
    this.outbox = outbox;
  }

  /** Whether mails are sent at all. */
  get areSent(): boolean {
    return this.outbox !== undefined;
  }

  /** The words of a language. */
  wordsIn(locale: Locale): RecipientWords {
    return {
      locale,
      translate: () => this.catalogues.translator(locale),
      text: (key, values) => this.catalogues.text(locale, key, values),
    };
  }

  /**
   * Leaves a mail to be sent, in the caller's transaction: it is sent once that commits, and to nobody who has no address,
   * cannot log in or does not want it.
   */
  async send(ctx: Context, mail: NewMail): Promise<void> {
    if (mail.to.length > 0) await this.outbox?.(ctx, mail);
  }
}
