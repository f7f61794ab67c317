import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWork, type TestWork } from '#test/work.ts';
import { amountText } from '../text/money.rules.ts';
import { amountOf } from './amount-text.ts';

let office: TestWork;
beforeAll(async () => {
  office = await startWork();
});
afterAll(() => office.close());

test('amounts read by SQL are written as those of values, in every currency', async () => {
  const amounts = ['39000.00', '29.7', '0', '-1.5000', '9.905', '12345678901234567890.1'];
  const all = Intl.supportedValuesOf('currency').flatMap((currency) => amounts.map((amount) => ({ amount, currency })));
  const { rows } = await sql<{ text: string }>`
    select ${amountOf(sql`amount`, sql`currency`)} as text
    from unnest(${all.map(({ amount }) => amount)}::numeric[], ${all.map(({ currency }) => currency)}::text[])
      with ordinality of (amount, currency, nth) order by nth`.execute(office.db);
  expect(rows.map(({ text }) => text)).toEqual(all.map(({ amount, currency }) => amountText(amount, currency)));
});
