import { readFileSync } from 'node:fs';
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
    expect(textOf(service)).toContain('healthcheck:');
  },
);
