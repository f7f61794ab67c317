import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import type { Card, CodeCard, Segment, UnknownCard } from './card.contract.ts';

let office: Office;
const desk = redeemDesk(() => office);
const day = 86_400;
const start = '2026-11-23T03:00:00Z';
let now: number;

beforeAll(async () => {
  office = await startOffice();
  office.clock.set(start);
  // Sessions that begin now.
  office = { ...office, admin: await office.signIn('ada', true), staff: await office.signIn('bert', false) };
});
afterAll(() => office.close());

beforeEach(async () => {
  office.clock.set(start);
  now = inSeconds(office.clock.now());
  await desk.clear();
});

const request = (text: string, { by = office.admin, lang = 'en' }: { by?: Person; lang?: string } = {}) =>
  by.get(`/api/v1/card?${new URLSearchParams({ text, lang })}`);
const card = async <C extends Card>(text: string, lang = 'en'): Promise<C> => {
  const { status, json } = await request(text, { lang });
  expect([status, json]).toEqual([200, expect.anything()]);
  return json.results;
};
const textOf = ({ story }: { story: Segment[] }) => story.map(({ text }) => text).join('');
const links = ({ story }: { story: Segment[] }) => story.flatMap(({ href }) => href ?? []);
const issueOne = async (over: Parameters<typeof desk.issueCodes>[1] = {}): Promise<string> =>
  (await desk.issueCodes(1, { issued_at: now - 20 * day, length: 90, ...over }))[0] ?? '';
const spelled = (code: string) => code.toLowerCase().replace(/(.{4})(?=.)/g, '$1 ');
const set = (code: string, values: Record<string, number | boolean>) =>
  office.db.updateTable('code').set(values).where('code', '=', code).execute();
const addDelivery = (cg_idx: number, at: number) =>
  sql`
  with d as (
    insert into code_delivery (cg_idx, at, "by", "to", "as", codes)
    values (${cg_idx}, to_timestamp(${at}), 'ada', 'ACME', 'csv', 1) returning del_idx)
  insert into code_delivery_lot (del_idx, lot, codes) select del_idx, 1, 1 from d`.execute(office.db);
const noReasons = { extend: null, cancel: null, replace: null };

describe('The card of a code', () => {
  test('tells its state and story in one sentence, in any spelling, with links to whose it is', async () => {
    const code = await issueOne();
    await desk.redeem(code, 'kim-12');
    const shown = await card<CodeCard>(` ${spelled(code)} `);
    expect(shown).toMatchObject({
      kind: 'code',
      code,
      state: 'active',
      withdrawn: false,
      learner_id: 'kim-12',
      lot: 1,
    });
    expect(textOf(shown)).toBe(
      'Issued to Name of CUST-0 on Nov 3, redeemed by kim-12 on Nov 23, runs until Feb 21, 2027.',
    );
    expect(links(shown)).toEqual([`/customer/${shown.cust_idx}`, expect.stringMatching(/^\/learner\/[\w-]+$/)]);
    expect(shown).toMatchObject({ days_left: 90, extends: { field: 'expired_date', from: '2027-02-21' } });
    expect(shown.refused).toMatchObject({ extend: null, cancel: null });
    expect(shown.refused.replace).toBe('Replace is for codes that nobody has activated.');
  });

  test.each([
    ['es', 'Emitido para Name of CUST-0 el 3 nov, canjeado por kim-12 el 23 nov, vale hasta el 21 feb 2027.'],
    ['jp', '11月3日にName of CUST-0へ発行、11月23日にkim-12が引き換え、2027年2月21日まで有効です。'],
    ['ko', '11월 3일 Name of CUST-0에 발급, 11월 23일 kim-12 사용, 2027년 2월 21일까지 이용할 수 있습니다.'],
    [
      'tr',
      '3 Kas tarihinde Name of CUST-0 için üretildi, 23 Kas tarihinde kim-12 kullandı, 21 Şub 2027 gününe kadar geçerli.',
    ],
  ])('is told in the language of the caller: %s', async (lang, sentence) => {
    const code = await issueOne();
    await desk.redeem(code, 'kim-12');
    expect(textOf(await card<CodeCard>(code, lang))).toBe(sentence);
  });

  test.each([
    ['unused', {}, 'issued', 'not redeemed yet, can be redeemed at any time.'],
    ['unused with an end', { valid_until: 86_400 }, 'issued', 'not redeemed yet, can be redeemed until Nov 24.'],
    ['not yet valid', { valid_from: 86_400 }, 'issued', 'not redeemed yet, can be redeemed from Nov 24 on.'],
    [
      'not yet valid, with an end',
      { valid_from: 86_400, valid_until: 3 * 86_400 },
      'issued',
      'not redeemed yet, can be redeemed from Nov 24 until Nov 26.',
    ],
    ['over', { valid_until: -86_400 }, 'expired', 'never redeemed, could be redeemed until Nov 22.'],
    ['redeemed for ever', { activated_date: -86_400, expired_date: null }, 'active', 'redeemed on Nov 22, permanent.'],
    [
      'redeemed and over',
      { activated_date: -2 * 86_400, expired_date: -86_400 },
      'expired',
      'redeemed on Nov 21, ended on Nov 22.',
    ],
    ['cancelled', { is_canceled: -86_400 }, 'canceled', 'never redeemed, cancelled on Nov 22.'],
    [
      'cancelled in use',
      { activated_date: -2 * 86_400, is_canceled: -86_400 },
      'canceled',
      'redeemed on Nov 21, cancelled on Nov 22.',
    ],
    ['withdrawn', { is_canceled: -86_400, withdrawn: true }, 'canceled', 'never redeemed, withdrawn on Nov 22.'],
  ])('tells of a code that is %s', async (_, values, state, end) => {
    const code = await issueOne();
    const times = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? now + value : (value ?? 0),
    ]);
    if (times.length > 0) await set(code, Object.fromEntries(times));
    const shown = await card<CodeCard>(code);
    expect(shown.state).toBe(state);
    expect(textOf(shown)).toBe(`Issued to Name of CUST-0 on Nov 3, ${end}`);
  });

  test('names the code that replaced it, and what is possible with either', async () => {
    const code = await issueOne({ valid_until: now + 9 * day });
    expect((await card<CodeCard>(code)).refused).toMatchObject(noReasons);
    const { code: twin } = (await office.admin.post(`/api/v1/code/${code}/replace`, {})).json.results;
    const old = await card<CodeCard>(code);
    const name = twin.replace(/(.{4})(?=.)/g, '$1-');
    expect(textOf(old)).toBe(`Issued to Name of CUST-0 on Nov 3, never redeemed, replaced by ${name} on Nov 23.`);
    expect(links(old)).toContain(`/code?code=${twin}`);
    expect(old).toMatchObject({ replaced_by: twin, withdrawn: true, extends: null });
    expect(Object.values(old.refused)).toEqual(Array(4).fill('A withdrawn code stays as it is.'));
    expect((await card<CodeCard>(twin)).refused).toMatchObject(noReasons);
  });

  test('says what is not possible and why', async () => {
    const code = await issueOne();
    expect((await card<CodeCard>(code)).refused).toMatchObject({ ...noReasons, extend: 'It is permanent.' });
    await office.db.updateTable('code_batch').set({ status: 'issuing', missing: 1 }).execute();
    expect((await card<CodeCard>(code)).refused.replace).toBe('It can be replaced once its batch has been issued.');
    await set(code, { valid_until: now - day });
    // Days are added to today once it is over.
    expect(await card<CodeCard>(code)).toMatchObject({
      extends: { field: 'valid_until', from: '2026-11-23' },
      days_left: null,
      refused: {
        extend: null,
        cancel: 'An expired code cannot be cancelled.',
        replace: 'An expired code is extended before it is replaced.',
      },
    });
    await set(code, { is_canceled: now });
    expect((await card<CodeCard>(code)).refused).toEqual({
      extend: 'A cancelled code is restored before it is extended.',
      cancel: 'It is cancelled already.',
      restore: null,
      replace: 'A cancelled code cannot be replaced.',
    });
  });

  test('says when its lot was delivered first, after it was issued', async () => {
    const code = await issueOne();
    const { cg_idx, delivered } = await card<CodeCard>(code);
    expect(delivered).toBeNull();
    for (const at of [now - 30 * day, now - 5 * day, now - 2 * day]) await addDelivery(cg_idx, at);
    expect((await card<CodeCard>(code)).delivered).toEqual({ at: now - 5 * day, to: 'ACME', as: 'csv' });
  });
});

describe('The card of an event and of a learner', () => {
  test('of an event says how it stands and how many places are left', async () => {
    await desk.addCollection('C1');
    const id = await desk.addEvent(1, { participant_limit: 3, from: now - day, until: now + 2 * day });
    await desk.redeem('EVENT0000001', 'mia');
    const shown = await card<Extract<Card, { kind: 'event' }>>('event-0000-001'.toUpperCase());
    expect(shown).toMatchObject({ kind: 'event', event_idx: id, status: 'in_progress', places_left: 2 });
    expect(textOf(shown)).toBe('Event 1 gives Title of C1, runs until Nov 25, 2 places of 3 left.');
    expect(links(shown)).toEqual([`/event/${id}`, '/collection/C1']);
  });

  test('of a learner says how many registrations there are, and the last', async () => {
    for (const code of await desk.issueCodes(2)) await desk.redeem(code, 'kim 12');
    await office.db.updateTable('code').set({ is_canceled: now }).execute();
    await desk.redeem(await issueOne(), 'kim 12');
    const shown = await card<Extract<Card, { kind: 'learner' }>>(' kim 12 ');
    expect(shown).toMatchObject({ kind: 'learner', learner_id: 'kim 12', registrations: 3, active: 1 });
    expect(shown.rights.map(({ active }) => active)).toEqual([true, false, false]);
    expect(shown.rights[0]).toMatchObject({ collection: 'Title of of-1', expires_at: expect.any(Number) });
    expect(textOf(shown)).toBe('kim 12 has 3 registrations, 1 active; the last is for Title of of-1, made on Nov 23.');
  });
});

describe('The card of an unknown code', () => {
  // Codes without near ones but those made here.
  const typed = 'ABCDEFGHJKMN';
  const other = (index: number, letter: string) => typed.slice(0, index) + letter + typed.slice(index + 1);
  const rename = async (code: string) => {
    const [row] = await desk.issueCodes(1);
    await office.db
      .updateTable('code')
      .set({ code })
      .where('code', '=', row ?? '')
      .execute();
  };

  test('shows the issued codes that differ by a single typing error, and how they differ', async () => {
    await rename(other(11, 'P'));
    await rename('ABCDEFHGJKMN');
    await rename(other(0, 'P').slice(0, 11).concat('Q'));
    expect(await card<UnknownCard>(spelled(typed))).toEqual({
      kind: 'unknown',
      code: typed,
      tries: [],
      left: 19,
      wait: 0,
      near: [
        {
          code: other(11, 'P'),
          at: [12],
          how: 'differs',
          state: 'issued',
          withdrawn: false,
          customer: 'Name of CUST-0',
          batch: 'Batch 0',
          event: null,
        },
        expect.objectContaining({ code: 'ABCDEFHGJKMN', at: [7, 8], how: 'swapped', customer: 'Name of CUST-1' }),
      ],
    });
    // A letter that no code has, 0 for Q, is a slip too.
    expect((await card<UnknownCard>('ABCDEFGHJKM0')).near).toMatchObject([{ code: other(11, 'P'), at: [12] }]);
  });

  test('shows the codes in which two characters look like those typed', async () => {
    await rename('BCDEFGHJKMNZ');
    expect((await card<UnknownCard>('8CDEFGHJKMN2')).near).toMatchObject([
      { code: 'BCDEFGHJKMNZ', at: [1, 12], how: 'alike' },
    ]);
  });

  test('shows five at most', async () => {
    for (const letter of 'PQRSTUV') await rename(other(3, letter));
    expect((await card<UnknownCard>(typed)).near).toHaveLength(5);
  });

  test('costs one of twenty tries within a quarter of an hour, and the same code costs no second', async () => {
    await rename(other(11, 'P'));
    for (let left = 19; left >= 0; left--) {
      const code = `ABCDEFGHJ${String(100 + left)}`;
      expect([code, (await card<UnknownCard>(code)).left]).toEqual([code, left]);
      expect([code, (await card<UnknownCard>(spelled(code))).left]).toEqual([code, left]);
      office.clock.advance(1000);
    }
    expect(await card<UnknownCard>(typed)).toMatchObject({ near: [], left: 0, wait: 880 });
    expect(await card<UnknownCard>('ABCDEFGHJ100')).toMatchObject({ left: 0, wait: 0 });
    // What is there costs nothing, and others have their own tries.
    expect((await card<CodeCard>(other(11, 'P'))).kind).toBe('code');
    const eve = await office.signIn('eve', true);
    expect((await request(typed, { by: eve })).json.results).toMatchObject({ left: 19 });
    office.clock.advance(880_000);
    expect((await card<UnknownCard>(typed)).near).toHaveLength(1);
  });

  test('costs no more than twenty tries if they are made at the same time', async () => {
    const codes = Array.from({ length: 30 }, (_, n) => `ABCDEFGHJ${100 + n}`);
    const cards = await Promise.all(codes.map((code) => card<UnknownCard>(code)));
    expect(cards.filter(({ wait }) => wait === 0)).toHaveLength(20);
    const again = await Promise.all(Array.from({ length: 4 }, () => card<UnknownCard>(codes[0] ?? '')));
    expect(new Set(again.map(({ wait }) => wait)).size).toBe(1);
  });

  test('is not shown to programs, accounts without rights or strangers, and no other site can use up the tries', async () => {
    const created = await office.admin.post('/api/v1/api_key', { name: 'portal', scope: 'redeem' });
    const headers = { authorization: `Bearer ${created.json.results.key}` };
    const byKey = await office.stranger.get(`/api/v1/card?text=${typed}`, headers);
    expect([401, 403]).toContain(byKey.status);
    expect((await office.staff.get(`/api/v1/card?text=${typed}`)).status).toBe(403);
    expect((await office.stranger.get(`/api/v1/card?text=${typed}`)).status).toBe(401);
    const crossSite = await office.admin.get(`/api/v1/card?text=${typed}`, { 'sec-fetch-site': 'cross-site' });
    expect(crossSite.status).toBe(403);
    expect((await card<UnknownCard>(typed)).left).toBe(19);
  });

  test('is not there for a text that cannot be one', async () => {
    expect(await request('hello')).toMatchObject({ status: 404, json: { error: { code: 'card.nothing' } } });
    expect((await request('')).status).toBe(400);
  });
});

describe('The finder', () => {
  const cardOf = async (text: string) =>
    (await office.admin.get(`/api/v1/search?${new URLSearchParams({ text })}`)).json.card;

  test('has a card for a code, known or not, and for a learner; typing it costs no try', async () => {
    const code = await issueOne();
    await desk.redeem(code, 'kim-12');
    expect(await cardOf(spelled(code))).toBe(`/card?${new URLSearchParams({ text: spelled(code) })}`);
    expect(await cardOf('26KS-YYRC-3GV6')).not.toBeNull();
    expect(await cardOf('ABCD EFGH JKMN')).not.toBeNull();
    expect((await card<UnknownCard>('26KSYYRC3GV6')).left).toBe(19);
  });

  test('asks in a body, and no address that it gets has the ID of a learner, nor a code that does not exist', async () => {
    const [code, id] = [await issueOne(), '이지수 4711'];
    await desk.redeem(code, id);
    for (const text of [id, '26KS-YYRC-3GV6']) {
      const { json } = await office.admin.post('/api/v1/search', { text });
      expect(json.card).toMatch(/^\/card\?text=[\w-]{22,}$/);
      const addresses = JSON.stringify([json.card, json.results.map((hit: { href: string }) => hit.href)]);
      for (const typed of [text, encodeURIComponent(text)]) expect(addresses).not.toContain(typed);
      expect((await office.admin.get(json.card)).body).toShow(text === id ? id : '26KS-YYRC-3GV6');
      expect((await office.admin.get(`/api/v1/search?${new URLSearchParams({ text })}`)).json).toEqual(json);
    }
    expect((await office.admin.post('/api/v1/search', { text: ' ' })).json.error.fields).toHaveProperty('text');
    expect((await office.staff.post('/api/v1/search', { text: id })).status).toBe(
      (await office.staff.get('/api/v1/search?text=x')).status,
    );
  });

  test.each(['grandparents', 'the red garden', 'Room 101 0110', '26KS-YYRC-3GV', 'kim'])(
    'has none for what people search for otherwise: %s',
    async (text) => {
      expect(await cardOf(text)).toBeNull();
    },
  );

  test('draws the card as a fragment', async () => {
    const code = await issueOne();
    const { status, body } = await office.admin.get(`/card?text=${spelled(code)}&lang=ko`);
    expect(status).toBe(200);
    expect(body).toShow('data-view="card/card"');
  });
});
