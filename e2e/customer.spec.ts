import { expect, fromMenu, open, test } from './office.ts';

test('a customer is added, and changed by two people at once without losing what either typed', {
  tag: '@journey',
}, async ({ page, office }) => {
  await open(page, office, '/customer');
  await page.getByRole('button', { name: 'New customer' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Customer ID').fill('a');
  await dialog.getByLabel('Name').fill('Acme Books');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Use 3 to 12 characters: A–Z, 0–9, - and _.')).toBeVisible();
  await dialog.getByLabel('Customer ID').fill('acme-1');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Acme Books' })).toBeVisible();
  await expect(page.getByText('ACME-1', { exact: true })).toBeVisible();
  const id = page.url().split('/').at(-1);
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Name').fill('Acme Press');
  await page.request.put(`${office.url}/api/v1/customer/${id}`, { data: { name: 'Acme Ltd', memo: 'Schools' } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('heading', { name: 'Fields you both changed' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save my choices' }).click();
  await expect(page.getByRole('heading', { name: 'Acme Press' })).toBeVisible();
  await expect(page.getByText('Schools')).toBeVisible();
  await fromMenu(page, 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/customer$/);
  await expect(page.getByText('Customer deleted.')).toBeVisible();
});
