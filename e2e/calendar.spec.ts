import type { Page } from '@playwright/test';
import { drop, expect, type Office, open, ready, test } from './office.ts';

const at = (text: string) => Date.parse(`${text}+09:00`) / 1000;

/** A reservation, a release that sets the same price, an event and a batch, all in May 2035. */
async function may(page: Page, office: Office): Promise<void> {
  // The tests of a file share an office.
  const [made] = await office.sql('select event_idx from event');
  if (made) return;
  const post = async (path: string, data: object, method: 'post' | 'put' = 'post') => {
    const answer = await page.request[method](`${office.url}/api/v1/${path}`, {
      data,
      headers: { origin: office.url },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).results;
  };
  const price = (amount: string) => [{ currency: 'KRW', price: amount }];
  const { cidx } = await post('collection', { cid: 'C1', title: 'Fox tales', is_public: 'O', prices: price('9900') });
  const given = { cid: 'C1', target: 'price', value: price('9700') };
  await post('reservation', { ...given, apply_at: at('2035-05-14T09:00') });
  const { rel_idx } = await post('release', { name: 'Winter launch', apply_at: at('2035-05-18T00:00') });
  const change = { kind: 'collection', id: 'C1', values: { prices: price('8900') } };
  await post(`release/${rel_idx}/change`, change, 'put');
  const times = { from: at('2035-05-08T00:00'), until: at('2035-05-17T00:00') };
  await post('event', { name: 'Book fair', cid: 'C1', code: 'ABCDEFGH2345', participant_limit: 300, ...times });
  const { cust_idx } = await post('customer', { cust_id: 'ACME', name: 'Acme' });
  const batch = { cust_idx, cidx, title: 'Spring term', count: 3, price: '1', currency: 'KRW', length: 30 };
  await post('code/batch', { ...batch, valid_from: '2035-05-03', valid_until: '2035-05-24' });
  await expect.poll(() => office.sql('select status from code_batch')).toEqual([{ status: 'issued' }]);
}

test('the calendar shows everything, moves a change in two keys with undo, and shows overlaps before saving', {
  tag: '@journey',
}, async ({ page, office }) => {
  await may(page, office);
  const time = async () => {
    const [row] = await office.sql('select extract(epoch from apply_at)::bigint as at from reservation');
    return Number(row?.['at']);
  };
  await open(page, office, '/calendar?on=2035-05-01');
  const day = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(day('Thursday, May 3')).toContainText('Spring term');
  await expect(day('Tuesday, May 8')).toContainText('Book fair');
  await expect(day('Wednesday, May 16').getByRole('link', { name: 'Book fair' })).toHaveCount(1);
  await expect(day('Thursday, May 17')).not.toContainText('Book fair');
  await expect(day('Friday, May 25')).toContainText('3 codes expire');

  const handle = page.getByRole('button', { name: 'Move Fox tales, Prices' });
  await handle.press('Shift+ArrowRight');
  await expect(day('Tuesday, May 15')).toContainText('Fox tales');
  await expect.poll(time).toBe(at('2035-05-15T09:00'));
  await expect(handle).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(time).toBe(at('2035-05-14T09:00'));
  await expect(day('Monday, May 14')).toContainText('Fox tales');

  const dragTo = async (name: string) => {
    await handle.hover();
    await page.mouse.down();
    const target = await day(name).boundingBox();
    await page.mouse.move((target?.x ?? 0) + 40, (target?.y ?? 0) + 60, { steps: 5 });
    await drop(page);
  };
  await dragTo('Friday, May 18');
  const note = page.getByRole('status').filter({ hasText: 'Not saved yet' });
  await expect(note).toContainText(/Fox tales · Prices: ₩8,900 by Winter launch; ₩9,700 by the scheduled change of/);
  await note.getByRole('button', { name: 'Put it back' }).click();
  await expect(note).toBeHidden();
  expect(await time()).toBe(at('2035-05-14T09:00'));
  await dragTo('Friday, May 18');
  await note.getByRole('button', { name: 'Save anyway' }).click();
  await expect.poll(time).toBe(at('2035-05-18T09:00'));

  // Moved again before the page knows that it was moved: on from where it is drawn.
  const answered = Promise.withResolvers<void>();
  await page.route(
    (url) => /^\/api\/v1\/reservation\/\d+$/.test(url.pathname),
    async (route) => {
      const response = await route.fetch();
      await answered.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await expect(day('Friday, May 18')).toContainText('Fox tales');
  await handle.press('Shift+ArrowRight');
  await expect.poll(time).toBe(at('2035-05-19T09:00'));
  await handle.press('Shift+ArrowDown');
  answered.resolve();
  await expect.poll(time).toBe(at('2035-05-26T09:00'));

  // The event moves as a whole.
  await page.getByRole('button', { name: /^Move Book fair/ }).press('Shift+ArrowDown');
  await expect
    .poll(() => office.sql('select "from"::integer, until::integer from event'))
    .toEqual([{ from: at('2035-05-15T00:00'), until: at('2035-05-24T00:00') }]);
});

for (const [when, far] of [
  ['before it moves', 0],
  ['while it moves', 30],
] as const)
  test(`a drag that begins before the last move is drawn goes on, though the calendar is drawn anew ${when}`, async ({
    page,
    office,
  }) => {
    await may(page, office);
    const days = async () => {
      const [row] = await office.sql(
        "select to_char(apply_at at time zone 'Asia/Seoul', 'MM-DD') as day from release where rel_idx = 1",
      );
      return row?.['day'];
    };
    await office.sql("update release set apply_at = '2035-05-21T00:00:00+09' where rel_idx = 1");
    await open(page, office, '/calendar?on=2035-05-01');
    const day = (name: string) => page.getByRole('region', { name, exact: true });
    const handle = page.getByRole('button', { name: 'Move Winter launch' });
    const drawn = Promise.withResolvers<void>();
    await page.route(
      (url) => url.pathname === '/calendar',
      async (route) => {
        await drawn.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await handle.press('Shift+ArrowRight');
    await expect.poll(days).toBe('05-22');
    await handle.hover();
    await page.mouse.down();
    const from = await handle.boundingBox();
    await page.mouse.move((from?.x ?? 0) + far, (from?.y ?? 0) + far, { steps: 3 });
    drawn.resolve();
    await expect(day('Tuesday, May 22')).toContainText('Winter launch');
    const target = await day('Thursday, May 24').boundingBox();
    await page.mouse.move((target?.x ?? 0) + 40, (target?.y ?? 0) + 60, { steps: 5 });
    await drop(page);
    await expect.poll(days).toBe('05-24');
    await expect(day('Thursday, May 24')).toContainText('Winter launch');
  });

test('a day makes a release, a change, an event or a batch by click and key; a kind is switched off; programs subscribe', async ({
  page,
  office,
}) => {
  await may(page, office);
  await open(page, office, '/calendar?on=2035-05-01');
  const make = page.getByRole('button', { name: 'New on Tuesday, May 22' });
  await make.click();
  const menu = page.getByRole('group', { name: 'New on Tuesday, May 22' });
  await expect(menu.getByRole('link')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await make.press('Enter');
  await page.keyboard.press('e');
  await page.waitForURL(/\/event\/create\?day=2035-05-22$/);
  await ready(page);
  await expect(page.locator('[name="from"]')).toHaveValue('May 22, 2035, 12:00 AM');
  for (const [path, name, value] of [
    ['/release/create?day=2035-05-22', 'apply_at', 'May 22, 2035, 12:00 AM'],
    ['/reservation/create?day=2035-05-22', 'local', 'May 22, 2035, 12:00 AM'],
    ['/code/batch/create?day=2035-05-22', 'valid_from', 'May 22, 2035'],
  ] as const) {
    await open(page, office, path);
    await expect(page.locator(`[name="${name}"]`)).toHaveValue(value);
  }

  await open(page, office, '/calendar?on=2035-05-01&span=list');
  await expect(page.getByRole('region')).not.toHaveCount(0);
  const kinds = page.getByRole('list', { name: 'Show' });
  await expect(page.getByRole('link', { name: /^Winter launch/ })).toBeVisible();
  await kinds.getByRole('link', { name: 'Releases' }).click();
  await expect(page.getByRole('link', { name: /^Winter launch/ })).toHaveCount(0);

  await ready(page);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await page.getByRole('button', { name: 'Create address' }).click();
  const address = await page.getByRole('textbox', { name: 'Calendar address' }).inputValue();
  expect(await (await page.request.get(address)).text()).toContain('SUMMARY:Book fair');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText('revoked');
  expect((await page.request.get(address)).status()).toBe(410);
});
