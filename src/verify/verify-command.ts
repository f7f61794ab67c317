import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { anchorIn } from '#features/proof/proof.public.ts';
import { ConfigError, readConfig } from '#kernel/config/config.ts';
import { UnsuitableDatabase } from '#kernel/db/migrate.ts';
import { type Verified, verify } from './verify.ts';

const usage = `npm run verify [-- name…] [-- --recount] [-- --anchor FILE] [-- --json]

Compares counters with a count, references, files with rows, versions and the audit trail. The product may run.
Names choose the checks that begin with them. --recount counts derived figures that differ again.
--anchor compares the audit trail with where it stood on an earlier day: the manifest of a backup, the answer of
GET /api/v1/trail/anchor, or what the receiver of the trail has.
Ends with code 1 if anything differs.`;

function described({ name, rule, mend, count, some, seconds, canRecount }: Verified): string {
  if (count === 0) return `ok       ${name}: ${rule} (${seconds} s)`;
  return [
    `DIFFERS  ${name}: ${rule} (${seconds} s)`,
    ...some.map(
      ({ record, stored, expected }) => `         ${record}: ${stored ?? 'nothing'}; expected ${expected ?? 'nothing'}`,
    ),
    ...(count > some.length ? [`         and ${count - some.length} more`] : []),
    `         To mend: ${mend}${canRecount ? ` npm run verify -- ${name} --recount` : ''}`,
  ].join('\n');
}

class NoAnchor extends Error {}

async function readAnchor(file: string) {
  const anchor = anchorIn(await readFile(file, 'utf8'));
  if (!anchor) throw new NoAnchor(`${file} has no anchor of the audit trail.`);
  return anchor;
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      recount: { type: 'boolean' },
      anchor: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) console.log(usage);
  else {
    const { json, recount = false } = values;
    const verified = await verify(readConfig(process.env), {
      names: positionals,
      recount,
      anchor: values.anchor === undefined ? undefined : await readAnchor(values.anchor),
      ...(!json && { onVerified: (one: Verified) => console.log(described(one)) }),
    });
    const differing = verified.filter(({ count }) => count > 0).length;
    if (json) console.log(JSON.stringify({ differing, checks: verified }, undefined, 1));
    else console.log(`${verified.length} checks, ${differing} with differences.`);
    if (verified.length === 0) console.error(`No check has such a name.\n\n${usage}`);
    process.exitCode = differing > 0 || verified.length === 0 ? 1 : 0;
  }
} catch (error) {
  const isTheirs = error instanceof ConfigError || error instanceof UnsuitableDatabase || error instanceof NoAnchor;
  const isUsage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (isUsage) console.error(`${error.message}\n\n${usage}`);
  else console.error(isTheirs || (error instanceof Error && 'syscall' in error) ? error.message : error);
  process.exitCode = 1;
}
