import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const deploy = path.resolve(import.meta.dirname, '../deploy');
const compose = readFileSync(path.join(deploy, 'compose/compose.yaml'), 'utf8');

/** The text of a service, with that of the block it merges or is. */
function textOf(service: string): string {
  const [, alias = '', own = ''] =
    new RegExp(`^  ${service}:(.*)\\n((?: {4}.*\\n|\\n| {2}#.*\\n)*)`, 'm').exec(compose) ?? [];
  const [, name] = /\*(\w+)/.exec(`${alias} ${/<<: .*/.exec(own)?.[0] ?? ''}`) ?? [];
  const [, block = ''] = new RegExp(`^x-${name}: &${name}\\n((?: {2}.*\\n)*)`, 'm').exec(compose) ?? [];
  return own + block;
}

const services = [...(/^services:\n([\s\S]*?)^volumes:/m.exec(compose)?.[1] ?? '').matchAll(/^ {2}([\w-]+):/gm)].map(
  ([, name = '']) => name,
);

test('there are services to look at', () => {
  expect(services).toEqual(['office-one', 'office-two', 'backup', 'proxy', 'primary', 'replica', 's3', 'bucket']);
});

test.each(services)(
  'the service %s has limits for memory, processes and its log, and gains no privileges',
  (service) => {
    const text = textOf(service);
    for (const limit of ['mem_limit: ', 'pids_limit: ', 'logging: *logging', 'security_opt: [no-new-privileges]'])
      expect(text).toContain(limit);
  },
);

test.each(services.filter((one) => one !== 'bucket' && !one.startsWith('office')))(
  'the service %s has a health check; the image of the office has its own',
  (service) => {
    expect(textOf(service)).toMatch(/healthcheck:\n +test:/);
  },
);

test('the service backup is healthy while its latest backup and rehearsal are less than 26 hours old', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'compose-'));
  const [, check = ''] = /- >-\n((?: {10}.*\n)+)/.exec(textOf('backup')) ?? [];
  const health = (hours: { made: number; rehearsed?: number } | undefined) => {
    const ago = (given?: number) => (given === undefined ? undefined : Date.now() / 1000 - given * 3600);
    const status = JSON.stringify({ made_at: ago(hours?.made), rehearsed_at: ago(hours?.rehearsed) });
    if (hours) writeFileSync(path.join(folder, 'backup-status.json'), status);
    return spawnSync(process.execPath, ['--eval', check], { env: { DATA_DIR: folder } }).status;
  };
  const found = [
    health(undefined),
    health({ made: 1 }),
    health({ made: 1, rehearsed: 27 }),
    health({ made: 25, rehearsed: 25 }),
  ];
  rmSync(folder, { recursive: true });
  expect(found).toEqual([1, 1, 1, 0]);
});
