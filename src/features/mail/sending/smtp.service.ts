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

/** Sends one mail over one connection. `cut` ends it at once. */
export async function deliver(server: SmtpServer, letter: Letter, cut?: AbortSignal): Promise<Outcome> {
  const source = Readable.from([letter.raw]);
  // The server asked for the text, and got all of it: from now on it may have arrived.
  let isHanded = false;
  source.once('end', () => {
    isHanded = true;
  });
  const late = AbortSignal.timeout(totalMs);
  const exchange = async (connection: SMTPConnection) => {
    await logIn(connection, server);
    const { from, to } = letter;
    const sent = await called<{ response?: string }>((done) => connection.send({ from, to: [to] }, source, done));
    return sent?.response ?? '';
  };
  try {
    const answer = await over(connectionTo(server), AbortSignal.any(cut ? [late, cut] : [late]), exchange);
    return { is: 'sent', answer: shown(answer) };
  } catch (error) {
    return outcomeOf(error as SmtpError, isHanded);
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
    return await new Promise<T>((resolve, reject) => {
      ended.addEventListener('abort', () => reject(new Error('It took too long.')), { once: true });
      connection.on('error', reject);
      void use(connection).then(resolve, reject);
    });
  } finally {
    connection.close();
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
