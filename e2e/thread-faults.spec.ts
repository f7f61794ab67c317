import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { cancelLogIn, colleague, expect, type Office, open, ready, test } from './office.ts';

/** A collection that somebody may say something about; several tests share an office. */
async function collection(office: Office): Promise<{ cid: string; path: string; title: string }> {
  const cid = `C${randomUUID().slice(0, 8)}`;
  await (await office.client()).results('POST', '/api/v1/collection', { cid, title: `Tales ${cid}` });
  return { cid, path: `/collection/${cid}`, title: `Tales ${cid}` };
}

/** Opens the comments of a record. */
async function openPanel(page: Page, office: Office, { path, title }: { path: string; title: string }) {
  await open(page, office, path);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Comments/ })
    .click();
  const panel = page.getByRole('dialog', { name: `Comments: ${title}` });
  await expect(panel.getByRole('textbox', { name: 'New comment' })).toBeFocused();
  return panel;
}

const messagesOf = (office: Office, cid: string) =>
  office.sql(
    `select text from thread_message join thread using (thread_idx)
     join collection on record_key = cidx::text and kind = 'collection' where cid = $1 order by msg_idx`,
    [cid],
  );

test.afterEach(async ({ office }) => {
  await office.sql(`update staff set disabled_at = null where staff_id = 'mina'`);
});

test('a comment that is sent after the session has ended stays while its writer logs in again, and is there once', async ({
  page,
  office,
}) => {
  const about = await collection(office);
  const panel = await openPanel(page, office, about);
  const field = panel.getByRole('textbox', { name: 'New comment' });
  await field.fill('Which cover, the blue one?');
  await office.sql('delete from session');
  await page.keyboard.press('Control+Enter');
  const login = await cancelLogIn(page);
  await expect(field).toHaveValue('Which cover, the blue one?');
  expect(await messagesOf(office, about.cid)).toEqual([]);

  await field.focus();
  await page.keyboard.press('Control+Enter');
  await login.getByLabel('Password').fill('correct horse battery');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('');
  await expect(panel.getByText('Which cover, the blue one?')).toBeVisible();
  expect(await messagesOf(office, about.cid)).toEqual([{ text: 'Which cover, the blue one?' }]);
});

test('a comment whose answer is lost on the way is sent again by its writer, and is there once', async ({
  page,
  office,
}) => {
  const about = await collection(office);
  const panel = await openPanel(page, office, about);
  const field = panel.getByRole('textbox', { name: 'New comment' });
  await page.route(
    '**/api/v1/thread',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await field.fill('Sent twice?');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Could not save.')).toBeVisible();
  await expect(field).toHaveValue('Sent twice?');
  await field.focus();
  await page.keyboard.press('Control+Enter');
  await expect(field).toHaveValue('');
  // What the notice said no longer holds, so it goes by itself.
  await expect(page.getByText('Could not save.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await field.fill('The next one');
  expect(await messagesOf(office, about.cid)).toEqual([{ text: 'Sent twice?' }]);
  await field.press('Control+Enter');
  await expect(panel.getByRole('paragraph').filter({ hasText: 'The next one' })).toBeVisible();
  expect(await messagesOf(office, about.cid)).toEqual([{ text: 'Sent twice?' }, { text: 'The next one' }]);
});

test('Back asks before a comment that is not sent is lost, and leads on once it is left', async ({ page, office }) => {
  const about = await collection(office);
  await open(page, office, '/');
  const panel = await openPanel(page, office, about);
  const field = panel.getByRole('textbox', { name: 'New comment' });
  await field.fill('Half a sentence');
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave without sending?' });
  await expect(question).toContainText('What you wrote is lost.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(field).toHaveValue('Half a sentence');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(office.url + about.path);
  await page.goBack();
  await expect(page).toHaveURL(`${office.url}/`);
  await ready(page);
});

test('two tabs: what is resolved in one is resolved in the other, where the reply being written stays', async ({
  page,
  context,
  office,
}) => {
  const about = await collection(office);
  const body = { kind: 'collection', id: about.cid, text: 'Which cover?' };
  await (await office.client()).results('POST', '/api/v1/thread', body);
  const panel = await openPanel(page, office, about);
  const second = await context.newPage();
  const other = await openPanel(second, office, about);
  const reply = panel.getByRole('textbox', { name: /^Reply to/ });
  await reply.fill('The blue one');
  await other.getByRole('button', { name: `Resolve: ${about.title}` }).click();
  await expect(other.getByText('No open comments.')).toBeVisible();
  await expect(panel.getByRole('button', { name: /^Resolved 1/ })).toBeVisible();
  await expect(reply).toHaveValue('The blue one');
  await reply.press('Control+Enter');
  await expect(reply).toHaveValue('');
  await expect(other.getByText('The blue one')).toBeVisible();
  expect(await messagesOf(office, about.cid)).toEqual([{ text: 'Which cover?' }, { text: 'The blue one' }]);
  await second.close();
});

test('a question is not handed to a colleague who was disabled meanwhile, and whose own half-written comment stays', async ({
  page,
  office,
  browser,
}) => {
  const about = await collection(office);
  const http = await office.client();
  await http.results('POST', '/api/v1/thread', { kind: 'collection', id: about.cid, text: 'Which cover?' });
  const away = await browser.newContext();
  const mina = await colleague(away, office);
  const hers = await openPanel(mina, office, about);
  const field = hers.getByRole('textbox', { name: 'New comment' });
  await field.fill('Ask the printer');

  const panel = await openPanel(page, office, about);
  await panel.getByRole('button', { name: 'Hand over…' }).click();
  const form = panel.getByRole('form', { name: 'Hand over' });
  await form.getByLabel('Person').selectOption({ label: 'Mina (mina)' });
  await form.getByLabel('By').fill('2035-05-01');
  const [row] = await office.sql(`select staff_idx from staff where staff_id = 'mina'`);
  await http.results('PUT', `/api/v1/staff/${String(row?.['staff_idx'])}`, { disabled: true });
  await form.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect(page.getByText('Choose a person who can log in.')).toBeVisible();
  await expect(form.getByLabel('By')).toHaveValue('May 1, 2035');

  await field.focus();
  await mina.keyboard.press('Control+Enter');
  await cancelLogIn(mina);
  await expect(field).toHaveValue('Ask the printer');
  expect(await messagesOf(office, about.cid)).toEqual([{ text: 'Which cover?' }]);
  await away.close();
});
