import process from 'node:process';
import { parseArgs } from 'node:util';
import { cdns } from './cdns.ts';
import { cursorFile } from './cursor-file.ts';
import { NoStream } from './followed-office.ts';
import { purgeChanges } from './purge-changes.ts';

const usage = `npm run purge -- --office URL --to KIND --at URL --state FILE

Follows the changes of an office's portal, and removes what they affect from the cache in front of it.
--office   the address of the office
--to       ${Object.keys(cdns).join(', ')}
--at       the address of the cache's interface; not needed for fastly and cloudflare
--of       the service of Fastly, or the zone of Cloudflare
--state    a file in which the last change is noted: after a stop it goes on from there
PORTAL_KEY is a key of the scope “read”, CDN_KEY what opens the cache's interface.`;

/** What was typed or set wrong, in a sentence. */
class Misused extends Error {}

const required = (value: string | undefined): string => {
  if (value === undefined || value === '') throw new Misused(usage);
  return value;
};

async function run(): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { office: text, to: text, at: text, of: text, state: text } });
  const cdnOf = cdns[required(values.to)];
  const isHosted = values.to === 'fastly' || values.to === 'cloudflare';
  if (!cdnOf || (isHosted ? values.of === undefined : values.at === undefined)) throw new Misused(usage);
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  const say = (message: string) => console.log(JSON.stringify({ at: new Date().toISOString(), message }));
  await purgeChanges({
    office: { url: required(values.office), key: required(process.env['PORTAL_KEY']) },
    cdn: cdnOf({ at: values.at, of: values.of, key: process.env['CDN_KEY'] }),
    cursors: cursorFile(required(values.state)),
    signal: stopping.signal,
    onState: (isOpen) => say(isOpen ? 'The office is followed.' : 'The office is not followed any more.'),
    onFailure: (error) => say(`The cache did not take a change, which is tried again: ${String(error)}`),
  });
}

try {
  await run();
} catch (error) {
  const isUsage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  const isTheirs = error instanceof Misused || error instanceof NoStream || isUsage;
  console.error(isTheirs ? `${error.message}${isUsage ? `\n\n${usage}` : ''}` : error);
  process.exitCode = 1;
}
