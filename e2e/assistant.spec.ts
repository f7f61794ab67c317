import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
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
  await expect(dialog.getByRole('checkbox', { name: 'Learners' })).not.toBeChecked();
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

  await open(page, office, '/audit');
  await expect(page.getByText('the assistant Catalogue helper of').first()).toBeVisible();
});
