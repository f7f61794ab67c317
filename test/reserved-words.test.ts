import { afterAll, beforeAll, expect, test } from 'vitest';
import { bidRule } from '#features/book/record/book-columns.rules.ts';
import { cidRule } from '#features/collection/collection.rules.ts';
import { problemOfId } from '#kernel/chosen-id.rules.ts';
import { type Office, startOffice } from './app.ts';

/** The rule of every id that staff choose and that stands in an address, by the name of the parameter. */
const rules = {
  bid: bidRule,
  cid: cidRule,
  // No fixed word stands where a guide's does: the portal alone has it in an address.
  gui_id: { longest: 64, reserved: new Set<string>() },
};

// What staff choose themselves, by the product's words; all other ids are numbers or made by us.
const chosen = ['bid', 'cid', 'gui_id', 'cust_id'];

let office: Office;
let addresses: string[][];
beforeAll(async () => {
  office = await startOffice();
  addresses = office.server.routeList.map(({ url }) => url.split('/'));
});
afterAll(() => office.close());

/** The fixed words of all addresses at the places where another address has this parameter. */
function wordsAt(parameter: string): string[] {
  const places = addresses.flatMap((parts) => {
    const place = parts.indexOf(`:${parameter}`);
    return place === -1 ? [] : [{ place, before: parts.slice(0, place).join('/') }];
  });
  const found = places.flatMap(({ place, before }) =>
    addresses
      .filter((parts) => parts.length > place && parts.slice(0, place).join('/') === before)
      .map((parts) => parts[place] ?? ''),
  );
  return [...new Set(found)].filter((word) => /^[A-Za-z0-9_-]+$/.test(word));
}

test('every id that staff choose and that appears in an address has its rule', () => {
  const used = chosen.filter((name) => addresses.some((parts) => parts.includes(`:${name}`)));
  expect(used).toEqual(Object.keys(rules));
});

test.each(Object.entries(rules))('no %s can be a fixed word of an address at the same place', (name, rule) => {
  expect(wordsAt(name).filter((word) => problemOfId(word, rule) !== 'reserved')).toEqual([]);
});
