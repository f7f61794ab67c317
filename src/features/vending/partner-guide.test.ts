import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { batchDesk } from '#features/batch/batch.fixture.ts';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
let folder: string;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  folder = await mkdtemp(path.join(os.tmpdir(), 'shop-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await office.close();
});

interface Shop {
  sell(order: string): Promise<{ code: string }>;
  look(order: string): Promise<{ state: string }>;
  giveBack(order: string): Promise<{ state: string }>;
}

test('the shop in the guide sells, asks and returns, as the guide says', async () => {
  const desk = codeDesk(() => office);
  const of = { cust_idx: await desk.addCustomer('HARBOUR'), cidx: await desk.addCollection('first') };
  const after = { valid_days: 60, valid_after: 'vend' };
  const { cg_idx } = await batchDesk(() => office).issued(of, { count: 2, ...after });
  const sells = { name: 'Shop', scope: 'vend', batches: [cg_idx], quota: 5 };
  const { key } = (await office.admin.post('/api/v1/api_key', sells)).json.results;
  const guide = await readFile('docs/partner.md', 'utf8');
  const [, program = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
  const file = path.join(folder, 'shop.mjs');
  await writeFile(file, program);
  vi.stubEnv('OFFICE_URL', await office.server.listen({ port: 0, host: '127.0.0.1' }));
  vi.stubEnv('VEND_KEY', key);
  const shop: Shop = await import(/* @vite-ignore */ file);

  const sale = await shop.sell('HB-21911');
  const [, shown = '{}'] = /```json\n(.*?)```/s.exec(guide) ?? [];
  expect(Object.keys(sale)).toEqual(Object.keys(JSON.parse(shown).results));
  expect(await shop.sell('HB-21911')).toEqual(sale);
  expect(await shop.look('HB-21911')).toMatchObject({ code: sale.code, state: 'sold' });
  expect(await shop.giveBack('HB-21911')).toMatchObject({ code: sale.code, state: 'returned' });
  const other = await shop.sell('HB 2/1');
  expect(other.code).not.toBe(sale.code);
  expect(await shop.look('HB 2/1')).toMatchObject({ code: other.code });
  await expect(shop.sell('HB-3')).rejects.toMatchObject({ status: 409, code: 'vending.batch_used' });
});
