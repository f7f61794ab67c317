import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
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

type Answer = [status: number, headers: Record<string, string>, body: string];

/** Something before the office that answers these first, and then what the office answers. */
async function before(url: string, answers: Answer[]) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const given = answers.shift();
    if (given) return response.writeHead(given[0], given[1]).end(given[2]);
    const { method, headers } = request;
    const kept = { authorization: String(headers.authorization), 'content-type': 'application/json' };
    const answer = await fetch(url + request.url, { method, headers: kept, body: Buffer.concat(chunks) });
    return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = Object(server.address());
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

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
  const url = await office.server.listen({ port: 0, host: '127.0.0.1' });
  vi.stubEnv('OFFICE_URL', url);
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

  const html = { 'content-type': 'text/html' };
  const answers: Answer[] = [
    [502, html, '<h1>Bad gateway</h1>'],
    [429, { 'retry-after': '0' }, '{"error":{"code":"error.too_many","message":"Too many requests."}}'],
    [200, html, '<h1>Back soon</h1>'],
  ];
  const proxy = await before(url, answers);
  onTestFinished(() => void proxy.close());
  vi.stubEnv('OFFICE_URL', proxy.url);
  const second = path.join(folder, 'second.mjs');
  await writeFile(second, program);
  const patient: Shop = await import(/* @vite-ignore */ second);
  // It asks again what may pass, also where an answer was no whole one; at a wrong address it ends at once.
  expect(await patient.sell('HB 2/1')).toEqual(other);
  answers.push([404, html, '<h1>Not found</h1>']);
  await expect(patient.sell('HB 2/1')).rejects.toMatchObject({ status: 404, message: 'The answer was 404.' });
});
