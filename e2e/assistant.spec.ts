import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { connectAssistant } from '../src/features/assistant/assistant.fixture.ts';
import { bookRow } from '../src/features/book/book.factory.ts';
import { axeViolations } from '../test/axe.ts';
import { expect, open, test } from './office.ts';

test('a person makes a key for an assistant, finds its proposal on the start page, applies it and takes it back', {
  tag: '@journey',
}, async ({ page, office }) => {
  const data = { title: 'Lantern Street' };
  const made = await page.request.post(`${office.url}/api/v1/series`, { data, headers: { origin: office.url } });
  const { ser_idx } = (await made.json()).results;

  await open(page, office, '/settings/keys');
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Catalogue helper');
  await dialog.getByLabel('Access').selectOption('Assistant');
  await expect(dialog.getByRole('checkbox', { name: 'Propose' })).toBeChecked();
  await expect(dialog.getByRole('checkbox', { name: 'Readers' })).not.toBeChecked();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('textbox')).toHaveValue(/^lib_/);
  const key = await dialog.getByRole('textbox').inputValue();

  const client = new Client({ name: 'journey', version: '1.0.0' });
  const headers = { authorization: `Bearer ${key.trim()}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${office.url}/mcp`), { requestInit: { headers } }));
  await client.callTool({
    name: 'propose',
    arguments: {
      operation: 'PUT /api/v1/series/{ser_idx}',
      params: { ser_idx },
      body: { title: 'Lantern Road' },
      why: 'The sheet of the publisher says so: https://evil.example/apply',
    },
  });
  await client.close();
  expect(await office.sql(`select title from series where title like 'Lantern%'`)).toEqual([
    { title: 'Lantern Street' },
  ]);

  await open(page, office, '/');
  await page.getByText('The assistant Catalogue helper of', { exact: false }).first().waitFor();
  const [{ appr_idx }] = (await office.sql('select appr_idx from approval')) as [{ appr_idx: number }];
  await open(page, office, `/approval/${appr_idx}`);
  await expect(page.getByText('The sheet of the publisher says so')).toBeVisible();
  await expect(page.locator('blockquote a')).toHaveCount(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('Applied.')).toBeVisible();
  expect(await office.sql(`select title from series where title like 'Lantern%'`)).toEqual([{ title: 'Lantern Road' }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => office.sql(`select title from series where title like 'Lantern%'`))
    .toEqual([{ title: 'Lantern Street' }]);
  await expect(page.getByText(/^Undone: /)).toBeVisible();

  await open(page, office, '/settings/keys');
  await page.getByRole('link', { name: 'Catalogue helper' }).click();
  await expect(page.getByRole('heading', { name: 'Catalogue helper' })).toBeVisible();
  await expect(page.getByText('Applied by ada')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Replace key' }).click();
  const replacing = page.getByRole('dialog');
  await replacing.getByRole('button', { name: 'Replace key' }).click();
  await expect(replacing.getByRole('textbox')).toHaveValue(/^lib_/);
  expect(await replacing.getByRole('textbox').inputValue()).not.toBe(key);
  expect(await axeViolations(page)).toEqual([]);
  await replacing.getByRole('button', { name: 'Copy' }).click();
  await replacing.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('The key of Catalogue helper was replaced.')).toBeVisible();

  await open(page, office, '/audit');
  await expect(page.getByText('the assistant Catalogue helper of').first()).toBeVisible();
});

test('a person unticks one of the books of a proposal, types another title, and applies exactly what they then see', async ({
  page,
  office,
}) => {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(office.url + path, { data, headers: { origin: office.url } });
    return (await answer.json()).results;
  };
  const { ser_idx } = await post('/api/v1/series', { title: 'Edited plans' });
  await post('/api/v1/level', { ser_idx, title: 'Level 1' });
  const { key } = await post('/api/v1/api_key', { name: 'Helper', scope: 'assistant', may: ['read', 'propose'] });
  const client = new Client({ name: 'journey', version: '1.0.0' });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${office.url}/mcp`), { requestInit: { headers } }));
  const of = { series: 'Edited plans', level: 'Level 1' };
  const books = [1, 2].map((n) => bookRow(n, { ...of, bid: `PLAN${n}`, title: `Planned book ${n}` }));
  const given = { operation: 'POST /api/v1/book', body: { books }, why: 'They are new.' };
  const { content } = await client.callTool({ name: 'propose', arguments: given });
  await client.close();
  const { proposal } = JSON.parse((content as { text: string }[])[0]?.text ?? '');

  await open(page, office, `/approval/${proposal}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Book Planned book 1', exact: false }).uncheck();
  await page.getByRole('textbox', { name: 'Title' }).fill('A title of its own');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show the new plan' }).click();
  await expect(page.getByText('Edited. This is the new plan.')).toBeVisible();
  await expect(page.getByText('Left out')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('Applied.')).toBeVisible();
  expect(await office.sql(`select title from book where bid like 'PLAN%'`)).toEqual([{ title: 'A title of its own' }]);
});

test('a person keeps what a colleague has set since in one field of a proposal, and applies the rest', async ({
  page,
  office,
}) => {
  const http = await office.client();
  const { ser_idx } = await http.results('POST', '/api/v1/series', { title: 'Two values' });
  await http.results('POST', '/api/v1/level', { ser_idx, title: 'Level 1' });
  const row = bookRow(1, { series: 'Two values', level: 'Level 1', bid: 'TWO1', title: 'Nine Doors' });
  await http.results('POST', '/api/v1/book', { books: [row] });
  const may = ['read', 'propose'];
  const { key, key_idx: keyIdx } = await http.results('POST', '/api/v1/api_key', {
    name: 'H',
    scope: 'assistant',
    may,
  });
  const one = await connectAssistant(office.url, { key, keyIdx });
  const body = { title: 'Ten Doors', summary: 'Many doors.' };
  const { href } = await one.propose('PUT /api/v1/book/{bid}', { params: { bid: 'TWO1' }, body });
  await one.close();
  await http.results('PUT', '/api/v1/book/TWO1', { title: 'Nine Old Doors' });

  await open(page, office, href);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('The plan would do something else now.', { exact: false })).toBeVisible();
  await open(page, office, href);
  await expect(page.getByRole('heading', { name: 'Title: two values' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Keep what is there now' }).click();
  await expect(page.getByText('Edited. This is the new plan.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Title: two values' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('Applied.')).toBeVisible();
  expect(await office.sql(`select title, summary from book where bid = 'TWO1'`)).toEqual([
    { title: 'Nine Old Doors', summary: 'Many doors.' },
  ]);
});

test('a person sees the figures of a sheet that is proposed, reads on to its second page, and applies it', async ({
  page,
  office,
}) => {
  const data = { name: 'Sheets', scope: 'assistant', may: ['read', 'propose'] };
  const made = await page.request.post(`${office.url}/api/v1/api_key`, { data, headers: { origin: office.url } });
  const { key, key_idx: keyIdx } = (await made.json()).results;
  const one = await connectAssistant(office.url, { key, keyIdx });
  const books = Array.from({ length: 260 }, (_, n) => bookRow(70_000 + n, { series: 'Proposed sheet' }));
  const { proposal } = await one.propose('PUT /api/v1/book/import', { body: { books, create_missing: true } });
  await one.close();
  await open(page, office, `/approval/${proposal}`);
  await expect(page.getByText('Book · created: 260')).toBeVisible();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page.getByText('B70259', { exact: true })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText('Applied.')).toBeVisible();
  const count = `select count(*)::integer as count from book where bid between 'B70000' and 'B70259'`;
  expect(await office.sql(count)).toEqual([{ count: 260 }]);
});
