import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { AppError } from '../messages/errors.ts';
import { defineMessages } from '../messages/messages.ts';
import type { Feature } from '../mount/feature.ts';
import { contract } from '../work/contract.ts';
import { results } from '../work/fields.ts';
import { removeShortLived } from '../work/short-lived.ts';
import { shortLivedAnswers } from './idempotency.ts';

let works = 0;
let failing = false;

const calls = contract({
  'POST /api/v1/draw': {
    summary: 'Draw a number',
    idempotent: true,
    body: z.strictObject({ of: z.string() }),
    response: results(z.object({ drawn: z.int(), of: z.string() })),
  },
});

const drawing: Feature = {
  name: 'drawing',
  messages: defineMessages({ en: {}, es: {}, jp: {}, ko: {}, tr: {} }),
  register({ api }) {
    api(calls, {
      'POST /api/v1/draw': async ({ ctx, body }) => {
        ctx.audit({ entity: 'draw', id: body.of, action: 'draw.drawn' });
        await sleep(50);
        if (failing) throw new AppError(409, 'error.stale');
        return { results: { drawn: ++works, of: body.of } };
      },
    });
  },
};

let office: Office;
let other: Office;
beforeAll(async () => {
  office = await startOffice({ extra: drawing });
  other = await startOffice({ extra: drawing, beside: office });
});
beforeEach(async () => {
  works = 0;
  failing = false;
  await office.db.deleteFrom('audit').execute();
  await office.db.deleteFrom('idempotency').execute();
});
afterAll(async () => {
  await other.close();
  await office.close();
});

const key = 'a1b2c3d4-e5f6';
const draw = (of: string, sent: string | null = key, by: Person = office.admin) =>
  by.post('/api/v1/draw', { of }, sent === null ? {} : { 'idempotency-key': sent });
const audited = async () => (await office.db.selectFrom('audit').select('entity_id').execute()).length;

test('the same key answers the same and does the work once, one after the other and on two instances at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => draw('x', key, n % 2 === 0 ? office.admin : other.admin)),
  );
  answers.push(await draw('x'));
  expect(answers.map(({ status, json }) => [status, json])).toEqual(
    answers.map(() => [200, { results: { drawn: 1, of: 'x' } }]),
  );
  expect([works, await audited()]).toEqual([1, 1]);
});

test('another key, another caller and no key at all each have the work done', async () => {
  const eve = await office.signIn('eve', true);
  const drawn = [await draw('x'), await draw('x', 'another-key'), await draw('x', key, eve)];
  drawn.push(await draw('x', null), await office.admin.post('/api/v1/draw', { of: 'x' }));
  expect(drawn.map(({ json }) => json.results.drawn)).toEqual([1, 2, 3, 4, 5]);
});

test.each([
  ['en', 'This Idempotency-Key was already used for a different request. Use a new one.'],
  ['ko', '이 Idempotency-Key는 다른 요청에 이미 사용되었습니다. 새 키를 사용하세요.'],
])('the same key with another body is refused, in the language %s', async (language, message) => {
  await draw('x');
  const headers = { 'idempotency-key': key, cookie: `${office.admin.cookie}; lang=${language}` };
  const refused = await office.stranger.post('/api/v1/draw', { of: 'y' }, headers);
  expect(refused).toMatchObject({ status: 422, json: { error: { code: 'error.idempotency_key', message } } });
  expect(works).toBe(1);
});

test('work that failed may be tried again with its key', async () => {
  failing = true;
  expect((await draw('x')).status).toBe(409);
  failing = false;
  expect((await draw('x')).json).toEqual({ results: { drawn: 1, of: 'x' } });
  expect(await audited()).toBe(1);
});

test.each(['', 'x'.repeat(201), 'with a space', 'schlüssel'])('a malformed key is refused: %j', async (sent) => {
  const answer = await draw('x', sent);
  expect(answer).toMatchObject({
    status: 400,
    json: { error: { fields: { 'idempotency-key': expect.any(String) } } },
  });
  expect(works).toBe(0);
});

test('an answer is kept for a day', async () => {
  await draw('x');
  const kept = async () => {
    await removeShortLived(office.app.work, shortLivedAnswers);
    return (await office.db.selectFrom('idempotency').select('key').execute()).length;
  };
  const day = new Date(office.clock.now().getTime() + 24 * 3_600_000);
  office.clock.set(new Date(day.getTime() - 1).toISOString());
  expect(await kept()).toBe(1);
  office.clock.set(day.toISOString());
  expect(await kept()).toBe(0);
  office.clock.advance(-24 * 3_600_000);
});

test('the description of the calls says which accept a key', async () => {
  const { paths } = (await office.admin.get('/openapi.json')).json;
  expect(paths['/api/v1/draw'].post.parameters).toContainEqual(
    expect.objectContaining({ in: 'header', name: 'idempotency-key', required: false }),
  );
});
