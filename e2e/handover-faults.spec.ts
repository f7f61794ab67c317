import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { cancelLogIn, expect, type Office, open, ready, test } from './office.ts';

/** Somebody who is gone and left two keys and a release, and somebody who could take them over. */
async function somebodyGone(office: Office) {
  const http = await office.client();
  const tag = randomUUID().slice(0, 8);
  const [goneId, takerId] = [`gone-${tag}`, `taker-${tag}`];
  const person = { is_admin: true, password: 'a long enough password' };
  const gone = await http.results('POST', '/api/v1/staff', { ...person, staff_id: goneId, name: `Gone ${tag}` });
  const taker = await http.results('POST', '/api/v1/staff', { ...person, staff_id: takerId, name: `Taker ${tag}` });
  for (const name of [`Portal ${tag}`, `Shelf ${tag}`])
    await http.results('POST', '/api/v1/api_key', { name, scope: 'read' });
  await http.results('POST', '/api/v1/release', { name: `Spring ${tag}` });
  await office.sql('update api_key set created_by = $1 where name like $2', [goneId, `% ${tag}`]);
  await office.sql('update release set created_by = $1 where name like $2', [goneId, `% ${tag}`]);
  await http.results('PUT', `/api/v1/staff/${gone.staff_idx}`, { disabled: true });
  return {
    name: `Gone ${tag}`,
    id: goneId,
    path: `/staff/handover/${gone.staff_idx}`,
    taker: { id: takerId, idx: taker.staff_idx as number, name: `Taker ${tag}` },
    /** Who owns the three things, and how many acts handed something over. */
    owners: async () => {
      const rows = await office.sql(
        `select created_by from api_key where name like $1 union all select created_by from release where name like $1`,
        [`% ${tag}`],
      );
      return rows.map((row) => row['created_by']);
    },
    acts: async () => {
      const found = await office.sql(`select 1 from audit where action = 'handover.made' and entity_id = $1`, [goneId]);
      return found.length;
    },
  };
}

type Gone = Awaited<ReturnType<typeof somebodyGone>>;

/** Opens what somebody left and chooses who gets everything; returns the button. */
async function chooseTaker(page: Page, office: Office, gone: Gone) {
  await open(page, office, gone.path);
  await page.getByLabel('Everything to').selectOption({ label: gone.taker.name });
  return page.getByRole('button', { name: 'Hand over 3' });
}

test('two tabs: what is handed over in one is gone in the other at once, where Back leads on', async ({
  page,
  context,
  office,
}) => {
  const gone = await somebodyGone(office);
  await open(page, office, '/staff');
  const act = await chooseTaker(page, office, gone);
  const second = await context.newPage();
  await open(second, office, gone.path);
  await act.click();
  await expect(page.getByText('Handed over.')).toBeVisible();
  await expect(page.getByText(`${gone.name} has nothing to hand over.`)).toBeVisible();
  await expect(second.getByText(`${gone.name} has nothing to hand over.`)).toBeVisible();
  expect(await gone.owners()).toEqual([gone.taker.id, gone.taker.id, gone.taker.id]);
  await page.goBack();
  await expect(page).toHaveURL(`${office.url}/staff`);
  await ready(page);
  await page.goForward();
  await expect(page.getByText(`${gone.name} has nothing to hand over.`)).toBeVisible();
  await second.close();
});

test('two tabs that hear nothing of each other: the second press says that nothing is left, and changes nothing', async ({
  page,
  context,
  office,
}) => {
  const gone = await somebodyGone(office);
  const act = await chooseTaker(page, office, gone);
  const second = await context.newPage();
  await second.route('**/api/v1/live*', (route) => route.abort());
  const again = await chooseTaker(second, office, gone);
  await act.click();
  await expect(page.getByText('Handed over.')).toBeVisible();
  await again.click();
  await expect(second.getByText('Nothing of this belongs to the account any more.')).toBeVisible();
  expect(await gone.acts()).toBe(1);
  await second.close();
});

test('a hand-over that is pressed after the session has ended goes on as it was chosen, once', async ({
  page,
  office,
}) => {
  const gone = await somebodyGone(office);
  const act = await chooseTaker(page, office, gone);
  await office.sql('delete from session');
  await act.click();
  const login = await cancelLogIn(page);
  expect(await gone.owners()).toEqual([gone.id, gone.id, gone.id]);
  await act.click();
  await login.getByLabel('Password').fill('correct horse battery');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Handed over.')).toBeVisible();
  expect(await gone.owners()).toEqual([gone.taker.id, gone.taker.id, gone.taker.id]);
  expect(await gone.acts()).toBe(1);
});

test('nothing goes to a colleague who was disabled while the page was open', async ({ page, office }) => {
  const gone = await somebodyGone(office);
  await page.route('**/api/v1/live*', (route) => route.abort());
  const act = await chooseTaker(page, office, gone);
  await (await office.client()).results('PUT', `/api/v1/staff/${gone.taker.idx}`, { disabled: true });
  await act.click();
  await expect(
    page.getByText(`${gone.taker.name} cannot take anything over: the account is disabled or not an administrator.`),
  ).toBeVisible();
  expect(await gone.owners()).toEqual([gone.id, gone.id, gone.id]);
  await page.reload();
  await ready(page);
  await expect(page.getByRole('option', { name: gone.taker.name })).toHaveCount(0);
});
