import { addPasskey } from './authenticator.ts';
import { expect, ready, test } from './office.ts';

test('a passkey is added, renamed, used to log in without an ID, and removed', { tag: '@journey' }, async ({
  page,
  context,
  office,
}) => {
  const { url, device } = await addPasskey(context, page, office);
  const row = page.getByRole('listitem').filter({ hasText: 'Chrome, Linux' });
  await row.getByRole('button', { name: 'Rename Chrome, Linux' }).click();
  await page.getByRole('textbox', { name: 'Rename Chrome, Linux' }).fill('Office laptop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Office laptop' })).toContainText('Never used');

  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible();

  await context.clearCookies();
  await device.touched(false);
  await page.goto(`${url}/login?next=/category`);
  await ready(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Follow your device' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await device.touched(true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(`${url}/category`);

  await page.goto(`${url}/staff/sessions`);
  await ready(page);
  await expect(page.getByRole('listitem').filter({ hasText: 'Office laptop' })).toContainText('Used');
  await page.getByRole('button', { name: 'Remove Office laptop' }).click();
  const question = page.getByRole('dialog', { name: 'Remove the passkey “Office laptop”?' });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
  await device.forgets();
});

test('a log-in with a passkey that fails says why and leads on with the ID', async ({ page, context, office }) => {
  const { url, device } = await addPasskey(context, page, office);
  await office.sql('update passkey set credential_id = $1', ['another']);
  await context.clearCookies();
  await page.goto(`${url}/login`);
  await ready(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('This passkey is not registered here.');
  await expect(page.getByLabel('ID')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Use another passkey' })).toBeVisible();
  await device.forgets();
});
