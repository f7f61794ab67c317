import { expect, type Office, open, test } from './office.ts';

const codes = ['P62RSYYRC7DV', 'Q73TSYYRC8EW', 'R84VSYYRC9FX', 'S95WSYYRCAGY'];

/** A batch of four codes, from which a shop draws two for orders; the path of the page of these, and its key. */
async function prepare(
  office: Office,
  post: (path: string, data: object) => Promise<{ key: string }>,
): Promise<{ path: string; key: string }> {
  const customer = await office.sql(
    `insert into customer (cust_id, name, created_at, updated_at) values ('HARBOUR', 'Harbour Books', now(), now())
     returning cust_idx`,
  );
  await office.sql(`insert into collection (cid, created_at, updated_at) values ('harbour', now(), now())`);
  const [batch] = await office.sql(
    `insert into code_batch (cust_idx, cidx, title, count, price, currency, status, created_at, updated_at)
     select cust_idx, cidx, 'Online', 4, 9.90, 'USD', 'issued', now(), now()
     from customer, collection where cust_id = 'HARBOUR' and cid = 'harbour' returning cg_idx`,
  );
  await office.sql(
    `insert into code (code, cg_idx, issued_at, length) select made, $5, extract(epoch from now())::bigint, 90
     from unnest(array[$1, $2, $3, $4]) made`,
    [...codes, batch?.['cg_idx']],
  );
  const { key } = await post('api_key', { name: 'Shop', scope: 'vend', batches: [batch?.['cg_idx']], quota: 5 });
  for (const order of ['HB-1', 'HB-2']) await draw(office, key, order);
  return { path: `/customer/orders/${Number(customer[0]?.['cust_idx'])}`, key };
}

const draw = (office: Office, key: string, order: string) =>
  fetch(`${office.url}/partner/v1/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ order }),
  });

test('what differs from a shop’s list is put right on its row: returned and undone, given a code, or looked at', async ({
  page,
  office,
}) => {
  const { path, key } = await prepare(office, async (to, data) => {
    const headers = { origin: office.url };
    return (await (await page.request.post(`${office.url}/api/v1/${to}`, { data, headers })).json()).results;
  });
  await open(page, office, path);
  const file = {
    name: 'orders.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Order;Code\nHB-1;ABCDEFGHJKLM\nHB-3;\n'),
  };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('3 differ.')).toBeVisible();

  // The shop sells on: its order is added below, and what was compared stays.
  await draw(office, key, 'HB-4');
  await expect(page.getByRole('row', { name: /HB-4/ })).toBeVisible();
  await page.getByRole('button', { name: 'Show HB-1' }).click();
  await expect(
    page.getByRole('dialog').getByRole('region').getByRole('heading', { name: 'S95W-SYYR-CAGY' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Return… HB-2' }).click();
  const question = page.getByRole('dialog', { name: 'Return order HB-2?' });
  await expect(question.getByText('nobody pays for the order')).toBeVisible();
  await question.getByRole('button', { name: 'Return order' }).click();
  await expect(page.getByText('Order HB-2 is returned.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Return… HB-4' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Return… HB-2' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('4 differ.')).toBeVisible();

  await page.getByRole('button', { name: 'Draw code HB-3' }).click();
  await expect(page.getByText(/^HB-3 has the code [A-Z0-9]{4}-SYYR-C/)).toBeVisible();
  await expect(page.getByText('3 differ.')).toBeVisible();
  await expect(page.getByRole('row', { name: /HB-3/ })).toContainText('Sold');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('4 differ.')).toBeVisible();
  await expect(page.getByRole('row', { name: /HB-3/ }).filter({ hasText: 'Returned' }).first()).toBeVisible();
});

test('the row of an order shows the card of its code, gives the code, and returns the order, all by keyboard', async ({
  page,
  office,
}) => {
  await office.sql('truncate code_order, code_batch, collection, customer, api_key restart identity cascade');
  const { path } = await prepare(office, async (to, data) => {
    const headers = { origin: office.url };
    return (await (await page.request.post(`${office.url}/api/v1/${to}`, { data, headers })).json()).results;
  });
  await open(page, office, path);
  const menu = page.getByRole('button', { name: 'More: HB-1' });
  const choose = async (act: string) => {
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: act }).press('Enter');
  };
  await choose('Show the code’s card');
  await expect(page.getByRole('dialog').getByRole('region').getByRole('heading')).toHaveText(/^[A-Z0-9]{4}-SYYR-C/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await choose('Copy code');
  await expect(page.getByText(/SYYR-C\w{3} was copied/)).toBeVisible();

  await choose('Return…');
  await page.getByRole('dialog').getByRole('button', { name: 'Return order' }).press('Enter');
  await expect(page.getByText('Order HB-1 is returned.')).toBeVisible();
  await expect(page.getByRole('row', { name: /HB-1/ })).toContainText('Not billed');
  await menu.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Copy code' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Return…' })).toHaveCount(0);
});
