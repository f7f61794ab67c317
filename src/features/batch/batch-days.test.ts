import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { batchDesk } from './batch.fixture.ts';

let office: Office;
let of: { cust_idx: number; cidx: number };
beforeAll(async () => {
  office = await startOffice();
  const desk = codeDesk(() => office);
  of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
});
afterAll(() => office.close());

const seconds = (time: string) => Date.parse(time) / 1000;

// The first and last moment of a day of validity. Clocks go back in New York and forward in Madrid on these days.
test.each([
  ['Asia/Seoul', '2026-06-30', '2026-06-29T15:00:00Z', '2026-06-30T15:00:00Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
  ['Europe/Madrid', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
])('a batch of one day in %s is valid from its first moment to its last', async (timeZone, day, starts, ends) => {
  office.clock.set('2026-03-02T09:00:00Z');
  const there = await startOffice({ beside: office, environment: { TIME_ZONE: timeZone }, jobs: true });
  const batches = batchDesk(() => there);
  const { cg_idx, ...batch } = await batches.issued(of, { valid_from: day, valid_until: day });
  expect(batch).toMatchObject({ valid_from: seconds(starts), valid_until: seconds(ends) });
  await there.close();

  const figuresAt = async (time: number) => {
    office.clock.set(new Date(time * 1000).toISOString());
    // Signs in at that time, since sessions do not last for months.
    const then = await startOffice({ beside: office, environment: { TIME_ZONE: timeZone } });
    const { unused_codes: unused, expired_codes: expired } = await batchDesk(() => then).read(cg_idx);
    await then.close();
    return { unused, expired };
  };
  expect(await figuresAt(seconds(ends) - 1)).toEqual({ unused: 10, expired: 0 });
  expect(await figuresAt(seconds(ends))).toEqual({ unused: 0, expired: 10 });
  expect(await figuresAt(seconds(ends) + 40 * 86_400)).toEqual({ unused: 0, expired: 10 });
});
