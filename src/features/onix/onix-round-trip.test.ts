import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import type { OnixNode } from './message/onix-elements.rules.ts';
import { onixDesk } from './onix.fixture.ts';
import { randomMessage } from './onix-random.fixture.ts';
import { readProducts } from './read/onix-scan.ts';
import { faultsIn } from './schema.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
const { bring } = onixDesk(() => office);

const count = 40;

/** The products of a message by their reference. What a library adds to them, its own key, is left out. */
async function productsOf(message: string): Promise<Map<unknown, OnixNode>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'onix-'));
  const file = path.join(folder, 'message.xml');
  const found = new Map<unknown, OnixNode>();
  try {
    await writeFile(file, message);
    for await (const { products } of readProducts(file))
      for (const { ProductIdentifier: _ids, ...product } of products)
        found.set(product['RecordReference']?.[0], product);
  } finally {
    await rm(folder, { recursive: true });
  }
  return found;
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'Whatever a message says of books comes back as it was read, and reads as the same books (%i)',
  async (seed) => {
    const given = randomMessage(seed, count);
    expect(faultsIn(given)).toEqual([]);
    expect(await bring(given)).toMatchObject({ counts: { new: count, rejected: 0 } });
    const written = (await office.admin.get(`/api/v1/book/onix?search_val=press-${seed}-`)).body;
    expect(faultsIn(written)).toEqual([]);
    const [read, back] = [await productsOf(given), await productsOf(written)];
    expect(read.size).toBe(count);
    for (const [reference, product] of read) expect(back.get(reference)).toMatchObject(product);
    expect(await bring(written, 'again.xml', true)).toMatchObject({
      counts: { new: 0, changed: 0, unchanged: count, rejected: 0 },
    });
  },
);
