import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { codeAlphabet } from '#features/code/code.rules.ts';
import { drawCodes, drawFrom, withoutNumbers } from '#features/code/draw-codes.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
let cg_idx: number;
const desk = codeDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
  cg_idx = await desk.addBatch({ cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') });
});
afterAll(() => office.close());

const issue = (count: number, options: Parameters<typeof desk.issue>[3] = {}) =>
  desk.issue(cg_idx, count, { issued_at: 1 }, options);

const countCodes = async () => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from code`.execute(office.db);
  return rows[0]?.count;
};

describe('Codes', () => {
  test('have twelve letters of an alphabet without look-alikes, all equally likely', () => {
    const codes = drawCodes(20_000);
    expect(codes).toHaveLength(20_000);
    expect(codes.filter((code) => !/^[2-9A-HJKMNP-Z]{12}$/.test(code))).toEqual([]);
    const letters = new Map<string, number>();
    for (const letter of codes.join('')) letters.set(letter, (letters.get(letter) ?? 0) + 1);
    expect([...letters.keys()].toSorted().join('')).toBe(codeAlphabet);
    const fair = (20_000 * 12) / codeAlphabet.length;
    // Six standard deviations.
    const most = 6 * Math.sqrt(fair);
    expect([...letters.values()].filter((count) => Math.abs(count - fair) > most)).toEqual([]);
  });

  test('are never numbers to a spreadsheet, which would round them', () => {
    // Of digits and E, every second code is one.
    const codes = withoutNumbers(drawFrom('23456789E'))(2000);
    expect(codes).toHaveLength(2000);
    expect(codes.filter((code) => /^\d+(E\d+)?$/.test(code))).toEqual([]);
    expect(codes).toEqual(codes.toSorted());
  });

  test('are generated in sorted order, which the database stores fastest', () => {
    const codes = drawCodes(5000);
    expect(codes).toEqual(codes.toSorted());
  });

  test('are issued with the data of their batch, as many as requested', async () => {
    await issue(25_000);
    const { rows } = await sql`
      select count(*) as count, min(length) as length, max(issued_at) as issued_at from code`.execute(office.db);
    expect(rows).toEqual([{ count: 25_000, length: 30, issued_at: 1 }]);
    await sql`truncate code cascade`.execute(office.db);
  });

  test('that exist are drawn again, and their batch still has as many as requested', async () => {
    // Four letters at four places make 256 codes, of which 200 are requested.
    const draw = (count: number) => drawFrom('ABCD')(count).map((code) => `AAAAAAAA${code.slice(8)}`);
    await issue(100, { draw });
    await issue(100, { draw });
    expect(await countCodes()).toBe(200);
    await sql`truncate code cascade`.execute(office.db);
  });

  test('that run out end the issuing, and none of its codes remain', async () => {
    const draw = (count: number) => drawFrom('AB')(count).map((code) => `AAAAAAAAAA${code.slice(10)}`);
    await expect(issue(5, { draw })).rejects.toThrow('were not inserted into code');
    expect(await countCodes()).toBe(0);
  });

  test('of cancelled issuing do not exist', async () => {
    const stop = (done: number) => {
      if (done > 0) throw new Error('stopped');
    };
    await expect(issue(25_000, { report: stop })).rejects.toThrow('stopped');
    expect(await countCodes()).toBe(0);
  });
});
