import process from 'node:process';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { forgetAccount, isOpenTo, keyOf, storeAccount, urlOf } from '../account.ts';
import { command } from '../command.ts';
import { Misused } from '../failures.ts';
import { Office } from '../office-calls.ts';
import type { OwnKey } from '../office-types.generated.ts';

/** Keeps an office and a key for the commands after it, once the office has taken the key. */
export const login = command({
  name: 'login',
  usage: 'URL',
  says: 'Keep the address of an office and a key, made there at /settings/keys with the access “Work of staff”. The key is asked for, or read from the standard input',
  options: {},
  takes: [1, 1],
  run: async ({ printer }, [typed = '']) => {
    const url = urlOf(typed);
    if (isOpenTo(url)) printer.note('office: over http, others on the way can read the key. Prefer https.');
    const key = keyOf(process.stdin.isTTY ? await asked(`Key for ${url}: `) : await text(process.stdin));
    const { name, staff_id } = await new Office({ url, key }).get<OwnKey>('/api/v1/api_key/own');
    const file = await storeAccount({ url, key });
    return {
      json: { url, key: name, staff_id },
      lines: [`${url} opens for ${staff_id} with the key ${name}.`, `It is stored in ${file}, readable for you alone.`],
    };
  },
});

/** Forgets what `login` kept. The key itself stays valid until it is revoked. */
export const logout = command({
  name: 'logout',
  usage: '',
  says: 'Forget the key that login kept. It stays valid until it is revoked at /settings/keys',
  options: {},
  takes: [0, 0],
  run: async () => {
    const forgotten = await forgetAccount();
    return { json: { forgotten }, lines: [forgotten ? 'The key is forgotten.' : 'There was no key.'] };
  },
});

/** A line that a person types without anybody seeing it. */
function asked(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  process.stderr.write(question);
  return new Promise((resolve, reject) => {
    lines.once('SIGINT', () => lines.close());
    lines.once('close', () => reject(new Misused('No key was typed.')));
    lines.question('', (typed) => {
      resolve(typed);
      process.stderr.write('\n');
      lines.close();
    });
  });
}
