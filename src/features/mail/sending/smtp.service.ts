import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from '#kernel/config/smtp-url.ts';
import type { MailReason } from '../mail.rules.ts';

/**
 * What a server made of a mail. `later`: it did not take it, and may another time. `unsure`: it had all of it and never
 * answered.
 */
export type Outcome =
  | { is: 'sent'; answer: string | null }
  | { is: 'later' | 'refused' | 'unsure'; reason: MailReason; answer: string | null };

/** A mail as bytes, with the addresses for the server. */
export interface Letter {
  from: string;
  to: string;
  raw: Uint8Array;
}

// How long each step may take, and a mail in all. Milliseconds.
const stepMs = 20_000;
const totalMs = 120_000;

// A server may end a connection after some hundred mails.
const mostMails = 100;

/**
 * Sends mail after mail over one connection, which is opened for the first of them, and anew after one that did not get
 * through. `cut` ends it at once.
 */
export class MailConnection {
  private readonly server: SmtpServer;
  private readonly cut: AbortSignal;
  private idle: SMTPConnection | undefined;
  /** Over the connection that is open. */
  private mails = 0;

  constructor(server: SmtpServer, cut: AbortSignal) {
    this.server = server;
    this.cut = cut;
  }

  /**
   * Sends a mail. Servers end a connection whenever they want to: a mail that did not get over one that was used before, and
   * that the server cannot have whole, goes over a fresh one, once.
   */
  async deliver(letter: Letter): Promise<Outcome> {
    const isUsed = this.idle !== undefined;
    const { outcome, isDropped } = await this.attempt(letter);
    return isUsed && isDropped ? (await this.attempt(letter)).outcome : outcome;
  }

  /** Ends the connection. */
  close(): void {
    this.idle?.close();
    this.idle = undefined;
  }

  private async attempt(letter: Letter): Promise<{ outcome: Outcome; isDropped: boolean }> {
    const source = Readable.from([letter.raw]);
    // The server asked for the text, and got all of it: from now on it may have arrived.
    let isHanded = false;
    source.once('end', () => {
      isHanded = true;
    });
    const connection = this.idle ?? this.opened();
    const ended = AbortSignal.any([AbortSignal.timeout(totalMs), this.cut]);
    try {
      const answer = await during(connection, ended, async () => {
        if (!this.idle) await logIn(connection, this.server);
        const { from, to } = letter;
        const sent = await called<{ response?: string }>((done) => connection.send({ from, to: [to] }, source, done));
        return sent?.response ?? '';
      });
      this.idle = connection;
      this.mails += 1;
      if (this.mails >= mostMails) this.close();
      return { outcome: { is: 'sent', answer: shown(answer) }, isDropped: false };
    } catch (error) {
      connection.close();
      this.idle = undefined;
      const { responseCode } = error as SmtpError;
      // One that took too long has used up its time, too.
      const isDropped = !isHanded && !ended.aborted && (responseCode === undefined || responseCode === 421);
      return { outcome: outcomeOf(error as SmtpError, isHanded), isDropped };
    }
  }

  private opened(): SMTPConnection {
    const connection = connectionTo(this.server);
    this.mails = 0;
    const gone = () => {
      if (this.idle === connection) this.idle = undefined;
    };
    // Between two mails nobody else hears that it ended.
    connection.on('error', gone).on('end', gone);
    return connection;
  }
}

/** Whether the server takes mails, as far as it says before it is given one: why not, or null. It takes `withinMs` at most. */
export async function greet(server: SmtpServer, withinMs: number): Promise<MailReason | null> {
  try {
    await over(connectionTo(server), AbortSignal.timeout(withinMs), (connection) => logIn(connection, server));
    return null;
  } catch (error) {
    const outcome = outcomeOf(error as SmtpError, false);
    return outcome.is === 'sent' ? null : outcome.reason;
  }
}

/** Uses a connection until `ended`, and closes it. */
async function over<T>(
  connection: SMTPConnection,
  ended: AbortSignal,
  use: (connection: SMTPConnection) => Promise<T>,
): Promise<T> {
  try {
    return await during(connection, ended, () => use(connection));
  } finally {
    connection.close();
  }
}

/** What is done over a connection, unless it breaks or time is up. */
async function during<T>(connection: SMTPConnection, ended: AbortSignal, use: () => Promise<T>): Promise<T> {
  const broken = Promise.withResolvers<never>();
  const late = () => broken.reject(new Error('It took too long.'));
  // One that was over before says so no more.
  if (ended.aborted) late();
  ended.addEventListener('abort', late, { once: true });
  connection.on('error', broken.reject);
  try {
    return await Promise.race(ended.aborted ? [broken.promise] : [use(), broken.promise]);
  } finally {
    ended.removeEventListener('abort', late);
    connection.off('error', broken.reject);
  }
}

const connectionTo = ({ host, port, secure, requireTls }: SmtpServer) =>
  new SMTPConnection({
    host,
    port,
    secure,
    requireTLS: requireTls,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    dnsTimeout: stepMs,
    socketTimeout: stepMs,
    logger: false,
  });

async function logIn(connection: SMTPConnection, { user, password }: SmtpServer): Promise<void> {
  await called((done) => connection.connect(done));
  if (user === undefined || password === undefined) return;
  await called((done) => connection.login({ user, credentials: { user, pass: password } }, done));
}

const called = <T>(call: (done: (error?: Error | null, value?: T) => void) => void) =>
  new Promise<T | undefined>((resolve, reject) => {
    call((error, value) => (error ? reject(error) : resolve(value)));
  });

/** As the library throws them. */
interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
  command?: string;
}

/** What an error means. A server that answers decides; without an answer, it matters whether it had the whole mail. */
function outcomeOf({ code, responseCode, response, command }: SmtpError, isHanded: boolean): Outcome {
  const answer = response ? shown(response) : null;
  if (code === 'EAUTH') return { is: 'later', reason: 'login', answer: null };
  if (code === 'ETLS') return { is: 'later', reason: 'unsafe', answer };
  const isAboutMail = command !== undefined && /^(MAIL FROM|RCPT TO|DATA|API)/.test(command);
  if (isAboutMail && responseCode !== undefined) {
    return responseCode >= 500 ? { is: 'refused', reason: 'refused', answer } : { is: 'later', reason: 'busy', answer };
  }
  if (isHanded) return { is: 'unsure', reason: 'unanswered', answer };
  return { is: 'later', reason: responseCode === undefined ? 'unreachable' : 'busy', answer };
}

/** What a server said, as it can be stored and shown. */
const shown = (text: string) =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 500);
