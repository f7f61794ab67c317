import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { asText, Examination, resultOf } from '#features/doctor/doctor.public.ts';
import { type Config, ConfigError, readConfig } from '#kernel/config/config.ts';
import { DatabaseUnreachable } from '#kernel/db/failures.ts';
import { Catalogues } from '#kernel/messages/catalogues.ts';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import type { CheckupParts } from '#kernel/mount/checkup.ts';
import { lagOf } from '#kernel/mount/installation-gauges.ts';
import { openStorage } from '#kernel/mount/open-storage.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { features } from '../features.ts';
import { type OpenedWork, openReplica, openWork } from './open-work.ts';

const usage = `npm run doctor [-- name…] [-- --json]

Looks whether everything that the office stands on is in order, and changes nothing. The office may run.
Names choose the checks. Ends with code 1 if one is bad.`;

/** What the checks look at, opened by the first that needs it. */
function openParts(config: Config): { parts: CheckupParts; close: () => Promise<void> } {
  let opening: Promise<OpenedWork> | undefined;
  const opened = () => {
    // An embedded server would be made anew.
    const isMade = config.databaseUrl !== undefined || existsSync(path.join(config.dataDir, 'postgres'));
    opening ??= isMade ? openWork(config) : Promise.reject(new DatabaseUnreachable('There is none yet.'));
    return opening;
  };
  const replica = openReplica(config);
  return {
    parts: {
      config,
      read: async (act) => (await opened()).work.read(systemCaller('doctor'), act),
      replicaLag: replica && (() => lagOf(replica.db)),
      storage: async () => (await openStorage(config)).storage,
    },
    close: async () => {
      await opening?.then(({ close }) => close()).catch(() => undefined);
      await replica?.close();
    },
  };
}

async function examine(config: Config, names: readonly string[]) {
  const messages = features.flatMap((feature) => (feature.messages ? [[feature.name, feature.messages] as const] : []));
  const catalogues = new Catalogues({ common: commonMessages, ...Object.fromEntries(messages) });
  const checkups = features
    .flatMap((feature) => feature.checkups ?? [])
    .filter(({ name }) => names.length === 0 || names.includes(name));
  const { parts, close } = openParts(config);
  const examination = new Examination(parts);
  const text = (key: string, values?: Record<string, unknown>) => catalogues.text('en', key, values);
  try {
    return await Promise.all(checkups.map(async (one) => resultOf(one, await examination.find(one), { text })));
  } finally {
    await close();
  }
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) console.log(usage);
  else {
    const results = await examine(readConfig(process.env), positionals);
    if (results.length === 0) throw new ConfigError(`No check has such a name.\n\n${usage}`);
    const shown = results.map(({ check, state, text, hint, act }) => ({ check, state, text, hint, act }));
    console.log(values.json ? JSON.stringify(shown, undefined, 1) : asText(shown));
    process.exitCode = results.some(({ state }) => state === 'bad') ? 1 : 0;
  }
} catch (error) {
  const isUsage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (isUsage) console.error(`${error.message}\n\n${usage}`);
  else console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
// A check that hangs would keep the process.
process.exit();
