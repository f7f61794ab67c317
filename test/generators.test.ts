import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from './app.ts';

const isLong = process.env['TEST_LONG'] === '1';
const start = promisify(execFile);
const longMs = 15 * 60_000;

// Exact, as in package.json: a newer one is tried on purpose. They are installed for this test alone.
const generators = {
  'openapi-typescript': '7.13.0',
  orval: '8.38.0',
  '@hey-api/openapi-ts': '0.99.0',
  'swagger-typescript-api': '13.13.0',
};

/** How each makes a client of `NAME.json`, and the file that it makes. */
const clients: Readonly<Record<string, (name: string) => { args: string[]; file: string }>> = {
  'openapi-typescript': (name) => ({ args: [`${name}.json`, '-o', `${name}-types.ts`], file: `${name}-types.ts` }),
  orval: (name) => ({
    args: ['--input', `${name}.json`, '--output', `${name}-orval/calls.ts`, '--client', 'fetch'],
    file: `${name}-orval/calls.ts`,
  }),
  'openapi-ts': (name) => ({
    args: ['-i', `${name}.json`, '-o', `${name}-hey`, '--no-log-file'],
    file: `${name}-hey/index.ts`,
  }),
  'swagger-typescript-api': (name) => ({
    args: ['generate', '-p', `${name}.json`, '-o', `${name}-swagger`, '-n', 'api.ts'],
    file: `${name}-swagger/api.ts`,
  }),
};

// The one of Java makes typescript-fetch; its file is not on the registry of npm.
const jar = process.env['OPENAPI_GENERATOR'];

describe.runIf(isLong)('A client is generated strictly', () => {
  let office: Office;
  let folder: string;
  let missing: string | undefined;
  beforeAll(async () => {
    office = await startOffice();
    folder = await mkdtemp(path.join(os.tmpdir(), 'generators-'));
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
    const names = Object.entries(generators).map(([name, version]) => `${name}@${version}`);
    const npm = ['install', '--no-audit', '--no-fund', '--ignore-scripts', 'typescript@5.9.3', ...names];
    missing = await start('npm', npm, { cwd: folder }).then(
      () => undefined,
      (error: unknown) => `The generators were not installed: ${String(error).slice(0, 300)}`,
    );
    for (const [name, address] of Object.entries({ office: '/openapi.json', portal: '/portal/v1/openapi.json' })) {
      await writeFile(path.join(folder, `${name}.json`), (await office.admin.get(address)).body);
    }
  }, longMs);
  afterAll(async () => {
    await office.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** What the compiler says of a file and all that it imports. */
  async function compiled(file: string): Promise<string> {
    const strict = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable', '--types', ''];
    const args = [...strict, '--module', 'esnext', '--moduleResolution', 'bundler', file];
    const tsc = path.resolve('node_modules/typescript/bin/tsc');
    return start(process.execPath, [tsc, ...args], { cwd: folder, maxBuffer: 64 << 20 }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout.slice(0, 2000),
    );
  }

  const cases = Object.keys(clients).flatMap((name) => [[name, 'office'] as const, [name, 'portal'] as const]);
  test.each(cases)(
    'by %s, of the description of the %s',
    async (name, of) => {
      expect(missing).toBeUndefined();
      const { args, file } = clients[name]?.(of) ?? { args: [], file: '' };
      await start(path.join(folder, 'node_modules/.bin', name), args, { cwd: folder, maxBuffer: 64 << 20 });
      expect(await compiled(file)).toBe('');
    },
    longMs,
  );

  test(
    'by orval 7 of the description of the portal alone: it does not know ranges of statuses, which that of the office has',
    async () => {
      expect(missing).toBeUndefined();
      const npm = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', 'seven', 'orval@7.21.0'];
      await start('npm', npm, { cwd: folder });
      const orval = (of: string) => ['--input', `${of}.json`, '--output', `${of}-seven/calls.ts`, '--client', 'fetch'];
      for (const of of ['office', 'portal'])
        await start(path.join(folder, 'seven/node_modules/.bin/orval'), orval(of), { cwd: folder });
      expect(await compiled('portal-seven/calls.ts')).toBe('');
      expect(await compiled('office-seven/calls.ts')).toContain('TS1351');
    },
    longMs,
  );

  test.runIf(jar)(
    'by the generator of Java, as typescript-fetch, of the description of the portal',
    async () => {
      const args = ['-jar', jar ?? '', 'generate', '-i', 'portal.json', '-g', 'typescript-fetch', '-o', 'fetch'];
      await start('java', args, { cwd: folder, maxBuffer: 64 << 20 });
      expect(await compiled('fetch/index.ts')).toBe('');
    },
    longMs,
  );
});
