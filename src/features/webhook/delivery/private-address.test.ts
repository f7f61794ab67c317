import type { lookup } from 'node:dns';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { type Receiver, startReceiver } from '../receiver.fixture.ts';
import { post } from './post.service.ts';
import { isPrivate } from '#kernel/http/private-address.ts';

let office: Office;
let receiver: Receiver;
beforeAll(async () => {
  office = await startOffice({ environment: { WEBHOOK_PRIVATE: 'refuse' } });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await office.close();
});

/** A resolver that returns these addresses, one set for each lookup. */
function resolver(...answers: string[][]) {
  const queried: string[] = [];
  const resolve = ((hostname: string, _options: unknown, callback: (error: null, found: object[]) => void) => {
    const addresses = answers[Math.min(queried.length, answers.length - 1)] ?? [];
    queried.push(hostname);
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
  return { resolve, queried };
}

const message = { headers: { 'content-type': 'application/json' }, body: '{}' };

describe('An address', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'nonsense',
  ])('is private: %s', (address) => {
    expect(isPrivate(address)).toBe(true);
  });

  test.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'is public: %s',
    (address) => {
      expect(isPrivate(address)).toBe(false);
    },
  );
});

describe('Nothing is sent into a private network', () => {
  test.each(['http://127.0.0.1', 'http://2130706433', 'http://0x7f.1', 'http://[::1]', 'http://[::ffff:127.0.0.1]'])(
    'by a literal address: %s',
    async (base) => {
      const url = `${base}:${new URL(receiver.url).port}/`;
      expect(await post(url, message, { allowPrivate: false })).toMatchObject({ delivered: false, problem: 'private' });
      expect(receiver.received).toHaveLength(0);
    },
  );

  test('by a name, though it was public when it was saved: the checked address is the one connected to', async () => {
    const { resolve, queried } = resolver(['127.0.0.1']);
    const url = `http://rebound.example:${new URL(receiver.url).port}/`;
    const outcome = await post(url, message, { allowPrivate: false, resolve });
    expect(outcome).toMatchObject({ delivered: false, problem: 'private' });
    expect(queried).toEqual(['rebound.example']);
    expect(receiver.received).toHaveLength(0);
  });

  test('by a name that has a private address beside a public one', async () => {
    const { resolve } = resolver(['8.8.8.8', '::1']);
    expect(await post('http://both.example/', message, { allowPrivate: false, resolve })).toMatchObject({
      problem: 'private',
    });
  });

  test('unless it was configured to be allowed', async () => {
    const { resolve } = resolver(['127.0.0.1']);
    const url = `http://inside.example:${new URL(receiver.url).port}/`;
    expect(await post(url, message, { allowPrivate: true, resolve })).toMatchObject({ delivered: true, status: 200 });
  });
});

test('an answer that does not end times out', async () => {
  receiver.answer = (response) => response.writeHead(200).write('still');
  const outcome = await post(receiver.url, message, { allowPrivate: true, timeoutMs: 200 });
  expect(outcome).toMatchObject({ delivered: false, problem: 'timeout' });
});

describe('A webhook is refused when it is saved', () => {
  const save = (url: string) => office.admin.post('/api/v1/webhook', { name: 'x', url });
  test.each([
    ['http://8.8.8.8/', 'webhook.address_https'],
    ['https://127.0.0.1/', 'webhook.address_private'],
    ['https://[::1]:8443/', 'webhook.address_private'],
    ['https://169.254.169.254/latest/meta-data', 'webhook.address_private'],
    ['https://localhost/', 'webhook.address_private'],
    ['https://no-such-name.invalid/', 'webhook.address_unknown'],
  ])('with the address %s', async (url, code) => {
    expect(await save(url)).toMatchObject({
      status: 422,
      json: { error: { code, fields: { url: expect.any(String) } } },
    });
  });

  test('and so is a change to such an address', async () => {
    const { wh_idx } = (await save('https://8.8.8.8/hook')).json.results;
    const answer = await office.admin.put(`/api/v1/webhook/${wh_idx}`, { url: 'https://10.0.0.1/' });
    expect(answer).toMatchObject({ status: 422, json: { error: { code: 'webhook.address_private' } } });
  });
});
