import { axeViolations } from '../test/axe.ts';
import { type SmtpDouble, startSmtp } from '../test/smtp-double.ts';
import { test as base, expect, open } from './office.ts';

const test = base.extend<object, { smtp: SmtpDouble }>({
  smtp: [
    async ({}, use) => {
      const smtp = await startSmtp();
      await use(smtp);
      await smtp.close();
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ smtp }, use) => use({ SMTP_URL: smtp.url, MAIL_FROM: 'Library Office <office@library.example>' }),
    { scope: 'worker' },
  ],
});

test('a person sets an address, and sends a test that is refused, then sent again', {
  tag: '@journey',
}, async ({ page, office, smtp, browser }) => {
  // The planted account has no password that it could prove itself with.
  await office.sql('update staff set password_hash = null');
  await open(page, office, '/staff/sessions');
  const address = page.getByLabel('Mail address');
  await address.fill('ada@library.example, eve@evil.example');
  const card = page.locator('section').filter({ has: address });
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('Enter one mail address')).toBeVisible();
  await address.fill('ada@library.example');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A link was sent to ada@library.example.')).toBeVisible();
  await expect(card.getByText('ada@library.example is used once the link')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  // It is used once the link is opened, in another browser as well.
  await expect.poll(() => smtp.received.length).toBe(1);
  const [link = ''] = /\/login\/address\/[\w-]+/.exec(smtp.received[0]?.mail.text ?? '') ?? [];
  const other = await (await browser.newContext({ baseURL: office.url })).newPage();
  await other.goto(link);
  expect(await axeViolations(other)).toEqual([]);
  await other.getByRole('button', { name: 'Use this address from now on' }).press('Enter');
  await expect(other.getByText('goes to ada@library.example from now on')).toBeVisible();
  await other.context().close();
  await open(page, office, '/staff/sessions');
  await expect(address).toHaveValue('ada@library.example');
  await expect(card.getByText('is used once the link')).toBeHidden();
  smtp.received.length = 0;

  smtp.toRecipient = () => ({ code: 550, text: '5.1.1 No such mailbox' });
  await open(page, office, '/mail');
  await page.getByRole('button', { name: 'Send me a test' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Mail works' });
  await expect(row).toContainText('Refused by the mail server');
  expect(await axeViolations(page)).toEqual([]);
  await row.getByRole('link', { name: 'Mail works' }).click();
  await expect(page.getByRole('heading', { name: 'Mail works' })).toBeVisible();
  await expect(page.getByText('5.1.1 No such mailbox').first()).toBeVisible();
  // As programs for mail draw it, and as text.
  await expect(page.frameLocator('iframe').getByText('This is a test.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Plain text' }).click();
  await expect(page.locator('pre')).toContainText('This is a test.');
  expect(await axeViolations(page)).toEqual([]);

  smtp.toRecipient = () => null;
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The mail is sent again.')).toBeVisible();
  await open(page, office, '/mail');
  await expect(row).toContainText('Sent');
  await row.getByRole('link', { name: 'Mail works' }).focus();
  await page.keyboard.press('Space');
  const panel = page.getByRole('complementary', { name: 'Mail works' });
  await expect(panel.frameLocator('iframe').getByText('This is a test.', { exact: false })).toBeVisible();
  expect(smtp.received.map(({ to }) => to)).toEqual([['ada@library.example']]);
});

test('what failed is sent again by its key, or all with one press', async ({ page, office, smtp }) => {
  await office.sql('delete from mail');
  smtp.toRecipient = () => ({ code: 550, text: '5.1.1 No such mailbox' });
  await office.sql(`delete from staff_mail`);
  await office.sql(
    `insert into staff_mail (staff_idx, address, locale) select staff_idx, 'ada@library.example', 'en' from staff`,
  );
  await open(page, office, '/mail');
  for (const count of [1, 2, 3]) {
    await page.getByRole('button', { name: 'Send me a test' }).click();
    await expect(page.getByText('Refused by the mail server')).toHaveCount(count);
  }
  smtp.toRecipient = () => null;
  await page.getByRole('row').filter({ hasText: 'Refused' }).first().getByRole('link').first().focus();
  await page.keyboard.press('r');
  await expect(page.getByText('The mail is sent again.')).toBeVisible();
  await expect(page.getByText('Refused by the mail server')).toHaveCount(2);
  await page.getByRole('button', { name: 'Send 2 failed mails again…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('2 mails are sent again.')).toBeVisible();
  await expect(page.getByText('Refused by the mail server')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /failed mails again/ })).toHaveCount(0);
});

test('the platform report offers to be mailed, in its form', async ({ page, office }) => {
  await open(page, office, '/report/platform');
  await page.getByRole('link', { name: 'Mail…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name')).toHaveValue('Platform Report');
  await dialog.getByLabel('Addresses').fill('director@library.example');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Report by mail added.')).toBeVisible();
  await open(page, office, '/mailing');
  await expect(page.getByRole('row').filter({ hasText: 'Platform Report' })).toContainText('Monday, 9:00');
  await office.sql('delete from mailing');
});

test('a report that went to an address that is none is sent to another, which it has from now on', async ({
  page,
  office,
  smtp,
}) => {
  smtp.toRecipient = (to) => (to === 'nobody@library.example' ? { code: 550, text: 'No such mailbox' } : null);
  await open(page, office, '/mailing/create?source=platform');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('For the director');
  await dialog.getByLabel('Addresses').fill('nobody@library.example');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'More: For the director' }).click();
  await page.getByRole('menuitem', { name: 'Send now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const failed = () => office.sql(`select from mail where kind = 'report' and state = 'failed'`);
  await expect.poll(failed).toHaveLength(1);
  await open(page, office, '/mail');
  await page.getByRole('link', { name: /For the director/ }).click();
  await expect(page.getByText('No such mailbox')).toBeVisible();
  await expect(page.getByLabel('Use this address from now on')).toHaveCount(0);
  await page.getByRole('textbox', { name: /^To/ }).fill('director@library.example');
  await expect(page.getByLabel('Use this address from now on')).toBeChecked();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The mail is sent again.')).toBeVisible();
  await open(page, office, '/mailing');
  await expect(page.getByRole('row').filter({ hasText: 'For the director' })).toContainText('director@library.example');
  await office.sql('delete from mailing');
});

test('a report is mailed each week, sent now with its file, paused, and deleted with undo', {
  tag: '@journey',
}, async ({ page, office, smtp }) => {
  smtp.received = [];
  smtp.toRecipient = () => null;
  await open(page, office, '/mailing');
  await page.getByRole('button', { name: 'New report by mail' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Addresses').fill('director@library.example, nobody');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByText('Enter 1 to 20 mail addresses')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByLabel('Addresses').fill('director@library.example');
  await dialog.getByRole('button', { name: 'Add' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Platform Report' });
  await expect(row).toContainText('Monday, 9:00');
  expect(await axeViolations(page)).toEqual([]);
  const choose = async (act: string) => {
    await row.getByRole('button', { name: 'More: Platform Report' }).click();
    await page.getByRole('menuitem', { name: act }).click();
  };
  await choose('Send now');
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => smtp.received.at(-1)?.mail.attachments.length).toBe(1);
  await choose('Pause');
  await expect(row).toContainText('Paused');
  await choose('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Report by mail deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
});

test('a colleague is invited by mail, chooses a password with the link, and logs in', async ({
  page,
  office,
  smtp,
  browser,
}) => {
  smtp.received = [];
  await open(page, office, '/staff');
  await page.getByRole('button', { name: 'New account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('ID').fill('sora');
  await dialog.getByLabel('Name').fill('Sora Lim');
  await dialog.getByLabel('Mail address').fill('sora@library.example');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Sora Lim' })).toBeVisible();
  await expect.poll(() => smtp.received.length).toBe(1);
  const [path = ''] = /\/login\/link\/[\w-]+/.exec(smtp.received[0]?.mail.text ?? '') ?? [];

  const stranger = await browser.newContext();
  const visitor = await stranger.newPage();
  await visitor.goto(office.url + path);
  expect(await axeViolations(visitor)).toEqual([]);
  await visitor.getByLabel('New password').fill('correct horse battery');
  await visitor.getByRole('button', { name: 'Save' }).click();
  await expect(visitor.getByText('Your password is set.', { exact: false })).toBeVisible();
  await visitor.getByRole('link', { name: 'Back to log-in' }).click();
  await visitor.getByLabel('ID').fill('sora');
  await visitor.getByLabel('Password').fill('correct horse battery');
  await visitor.getByRole('button', { name: 'Log in' }).click();
  await visitor.waitForURL(`${office.url}/`);

  await stranger.clearCookies();
  await visitor.goto(`${office.url}/login`);
  await visitor.getByRole('link', { name: 'Forgot your password?' }).click();
  expect(await axeViolations(visitor)).toEqual([]);
  await visitor.getByLabel('ID').fill('sora');
  await visitor.getByRole('button', { name: 'Send link' }).click();
  await expect(visitor.getByText('a link is on its way', { exact: false })).toBeVisible();
  await expect.poll(() => smtp.received.length).toBeGreaterThan(1);
  await visitor.goto(office.url + path);
  await expect(visitor.getByText('This link has been used or has expired.')).toBeVisible();
  await stranger.close();
});
