import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { jpeg } from '#features/image/image.fixture.ts';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { zipOf } from '#kernel/archive/archive.fixture.ts';
import { fillLibrary } from '../look/library.ts';
import { testDatabase } from './test-database.ts';
import { haveProgram } from './debian.ts';
import { startFirefox } from './engines/firefox.ts';
import { mainTasks } from './engines/main-tasks.ts';
import { personIn } from './engines/person.ts';
import { startWebKit } from './engines/webkit.ts';
import { type Product, startProduct } from './product.ts';

const engines = [
  {
    name: 'Firefox',
    has: () => haveProgram(['/usr/bin/firefox-esr', '--version'], ['firefox-esr']),
    start: startFirefox,
  },
  {
    name: 'WebKitGTK',
    has: async () =>
      (await haveProgram(['which', 'WebKitWebDriver'], ['webkit2gtk-driver'])) &&
      (await haveProgram(['which', 'xvfb-run'], ['xvfb', 'xauth'])),
    start: startWebKit,
  },
];

/** All tasks together. */
const withinMs = 600_000;

describe.runIf(process.env['TEST_LONG'])('In each browser', () => {
  for (const { name, has, start } of engines)
    test(
      `the main task of each feature is done in ${name}`,
      async ({ skip }) => {
        if (!(await has())) skip(`${name} is not installed here, and could not be: Debian's packages are needed.`);
        const office = await startProduct(await testDatabase());
        const folder = await mkdtemp(path.join(os.tmpdir(), 'walk-'));
        const engine = await start();
        try {
          const materials = await prepare(office, folder);
          const person = personIn(engine, office.url);
          const failed: string[] = [];
          for (const { of, at, steps } of mainTasks(materials))
            await person.does(at, steps).catch((error: unknown) => failed.push(`${of}: ${String(error)}`));
          expect(failed, engine.name).toEqual([]);
          console.log(`The main tasks were done in ${engine.name}.`);
        } finally {
          await engine.close();
          await office.stop();
          await rm(folder, { recursive: true });
        }
      },
      withinMs,
    );
});

/** The library, a code that nobody has redeemed, and files. */
async function prepare(office: Product, folder: string) {
  const client = await office.client();
  await fillLibrary(client);
  const { rows } = await client.results<{ rows: { code: string }[] }>('GET', '/api/v1/code?status=issued&as=json');
  const file = async (name: string, data: string | Uint8Array) => {
    await writeFile(path.join(folder, name), data);
    return path.join(folder, name);
  };
  return {
    code: rows[0]?.code ?? '',
    sheet: await file('walk.csv', importCsv([importRow(9001)])),
    cover: await file('cover.jpg', await jpeg()),
    content: await file('content.zip', zipOf({ 'page.html': 'a page' })),
  };
}
