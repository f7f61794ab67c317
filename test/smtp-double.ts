import type { AddressInfo, Socket } from 'node:net';
import { sql } from 'kysely';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Database } from '#kernel/db/database.ts';

/** A mail as the server got it. */
export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
  mail: Email;
}

/** What the server makes of a mail: an SMTP answer, or silence after it had all of it. */
export type Answer = { code: number; text: string } | 'hang up' | null;

export interface SmtpDouble {
  /** What to set as `SMTP_URL`. */
  url: string;
  received: ReceivedMail[];
  /** What it answers to the recipient of a mail, which is the first or a later one of its connection, and to a whole mail; null is yes. */
  toRecipient: (address: string, mail: number) => Answer;
  toMail: () => Answer | Promise<Answer>;
  /** How many mails it was handed, whatever it answered. */
  handed: number;
  /** How many connections it had. */
  connections: number;
  close(): Promise<void>;
}

const refusal = ({ code, text }: Exclude<Answer, string | null>) =>
  Object.assign(new Error(text), { responseCode: code });

/** A mail server on this machine. */
export async function startSmtp({
  user,
  port = 0,
}: {
  user?: { name: string; password: string };
  port?: number;
} = {}): Promise<SmtpDouble> {
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: !user,
    disabledCommands: ['STARTTLS', ...(user ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: (given, _session, done) =>
      given.username === user?.name && given.password === user?.password
        ? done(null, { user: given.username })
        : done(refusal({ code: 535, text: 'No' })),
    onRcptTo: ({ address }, session, done) => {
      const answer = double.toRecipient(address, session.transaction);
      if (answer !== 'hang up') return done(answer ? refusal(answer) : undefined);
      for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy();
    },
    onData: (stream, session, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        double.handed += 1;
        void (async () => {
          const answer = await double.toMail();
          if (answer === 'hang up') {
            for (const socket of sockets) socket.destroy();
            return;
          }
          if (answer) return done(refusal(answer));
          const raw = Buffer.concat(pieces).toString();
          const { mailFrom, rcptTo } = session.envelope;
          double.received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            raw,
            mail: await PostalMime.parse(raw),
          });
          done();
        })();
      });
    },
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    double.connections += 1;
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve());
  });
  const address = server.server.address() as AddressInfo;
  const login = user ? `${user.name}:${encodeURIComponent(user.password)}@` : '';
  const double: SmtpDouble = {
    url: `smtp://${login}127.0.0.1:${address.port}`,
    received: [],
    toRecipient: () => null,
    toMail: () => null,
    handed: 0,
    connections: 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return double;
}

/** Gives an account a mail address, which takes its password on the screen; an empty one takes it away. */
export async function giveAddress(db: Database, staffId: string, address: string, locale = 'en'): Promise<void> {
  await sql`delete from staff_mail using staff s where s.staff_idx = staff_mail.staff_idx and staff_id = ${staffId}`.execute(
    db,
  );
  if (address === '') return;
  await sql`
    insert into staff_mail (staff_idx, address, locale)
    select staff_idx, ${address}, ${locale} from staff where staff_id = ${staffId}`.execute(db);
}
