import { startReceiver } from '../src/features/webhook/receiver.fixture.ts';
import { expect, fromMenu, open, ready, test } from './office.ts';

test('a webhook is added, its secret shown once, tested, stopped by its receiver, and sent what it missed', {
  tag: '@journey',
}, async ({ page, office }) => {
  const receiver = await startReceiver();
  await open(page, office, '/settings/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('City portal');
  await dialog.getByLabel('Address').fill('ftp://hooks.example/in');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Enter a web address', { exact: false })).toBeVisible();
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByRole('checkbox', { name: 'Books' }).uncheck();
  await dialog.getByRole('button', { name: 'Create' }).click();
  const secret = await dialog.getByLabel('Secret of City portal').inputValue();
  expect(secret).toMatch(/^whsec_/);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.waitForURL(/\/settings\/webhooks\/\d+$/);
  await ready(page);
  expect(await page.content()).not.toContain(secret);

  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText(/^The test was delivered in \d+ ms\.$/)).toBeVisible();
  await expect(row('Test')).toContainText('Delivered');
  expect(receiver.received.map((one) => receiver.verify(one, secret))).toMatchObject([{ type: 'webhook.test' }]);

  // A delivery that the receiver rejects as gone for good is only retried on request.
  receiver.answer = (response) => response.writeHead(410).end('closed for repair');
  const change = (title: string) => page.request.post(`${office.url}/api/v1/category`, { data: { title } });
  await change('Fables');
  await expect(page.getByText('so this webhook has stopped', { exact: false })).toBeVisible();
  await page.getByText('1 new row').getByRole('button', { name: 'Show' }).click();
  await expect(row('Categories: 1')).toContainText('Failed');
  await expect(row('Categories: 1')).toContainText('410');
  await change('Science');
  await row('Categories: 1').getByRole('link').click();
  await expect(dialog).toContainText('closed for repair');
  await page.keyboard.press('Escape');
  await open(page, office, '/');
  await page.getByRole('link', { name: 'Open: Webhook City portal has stopped' }).click();
  await ready(page);

  receiver.answer = (response) => response.end('thanks');
  receiver.received = [];
  await page.getByRole('button', { name: 'Send what it missed' }).click();
  await expect(page.getByText('being sent again')).toBeVisible();
  await expect(row('Categories: 1')).toContainText('Delivered');
  await expect(page.getByText('so this webhook has stopped', { exact: false })).toHaveCount(0);
  await expect.poll(() => receiver.messages()).toEqual(['category 1', 'category 2']);
  await row('Categories: 1').getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => receiver.messages()).toEqual(['category 1', 'category 2', 'category 1']);

  await fromMenu(page, 'New secret');
  await dialog.getByRole('button', { name: 'New secret' }).click();
  await expect(dialog.getByLabel('Secret of City portal')).not.toHaveValue(secret);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await ready(page);
  await expect(page.getByText('The old secret signs until')).toBeVisible();
  await fromMenu(page, 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Webhook deleted.')).toBeVisible();
  await receiver.close();
});
