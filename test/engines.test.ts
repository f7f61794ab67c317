import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { features } from '#src/features.ts';
import { fillLibrary } from '../look/library.ts';
import { testDatabase } from './database.ts';
import { haveProgram } from './debian.ts';
import { startFirefox } from './engines/firefox.ts';
import { mainTasks } from './engines/main-tasks.ts';
import { personIn } from './engines/person.ts';
import { startWebKit } from './engines/webkit.ts';
import { type Product, startProduct } from './product.ts';

const engines = [
  { name: 'Firefox', has: () => haveProgram(['firefox-esr', '--version'], ['firefox-esr']), start: startFirefox },
  {
    name: 'WebKitGTK',
    has: async () =>
      (await haveProgram(['which', 'WebKitWebDriver'], ['webkit2gtk-driver'])) &&
      (await haveProgram(['which', 'xvfb-run'], ['xvfb', 'xauth'])),
    start: startWebKit,
  },
];

test('every feature has a main task', () => {
  const walked = new Set(mainTasks({ code: '', sheet: '' }).map(({ of }) => of));
  expect(features.map(({ name }) => name).filter((name) => !walked.has(name))).toEqual([]);
});

describe.runIf(process.env['TEST_LONG'])('In each browser', () => {
  for (const { name, has, start } of engines)
    test(`the main task of each feature is done in ${name}`, async ({ skip }) => {
      if (!(await has())) skip(`${name} is not installed here, and could not be: Debian's packages are needed.`);
      const office = await startProduct(await testDatabase());
      const engine = await start();
      try {
        const { code, sheet } = await prepare(office);
        const person = personIn(engine, office.url);
        const failed: string[] = [];
        for (const { of, at, steps } of mainTasks({ code, sheet }))
          await person.does(at, steps).catch((error: unknown) => failed.push(`${of}: ${String(error)}`));
        expect(failed, engine.name).toEqual([]);
        console.log(`The main tasks were done in ${engine.name}.`);
      } finally {
        await engine.close();
        await office.stop();
      }
    });
});

/** The library, a code that nobody has redeemed, and a sheet to import. */
async function prepare(office: Product) {
  const client = await office.client();
  await fillLibrary(client);
  const { rows } = await client.results<{ rows: { code: string }[] }>('GET', '/api/v1/code?status=issued&as=json');
  const sheet = path.join(await mkdtemp(path.join(os.tmpdir(), 'walk-')), 'walk.csv');
  await writeFile(sheet, importCsv([importRow(9001)]));
  return { code: rows[0]?.code ?? '', sheet };
}
