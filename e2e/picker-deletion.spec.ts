import type { Page } from '@playwright/test';
import { expect, type Office, open, test } from './office.ts';

/**
 * The texts that the page has searched for at this address. Words are typed at once: between letters a busy machine may
 * take as long as the page waits for the next one.
 */
function searchesOf(page: Page, path: string): (string | null)[] {
  const texts: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === path && searchParams.has('search')) texts.push(searchParams.get('search'));
  });
  return texts;
}

async function addCollections(page: Page, office: Office): Promise<void> {
  for (const cid of ['lantern', 'lamp'])
    await page.request.post(`${office.url}/api/v1/collection`, { data: { cid, title: `The ${cid}` } });
}

test('a picker searches for what is typed, never while it is deleted, and keeps what it found on offer', async ({
  page,
  office,
}) => {
  await addCollections(page, office);
  await open(page, office, '/collection/advertisement');
  const texts = searchesOf(page, '/api/v1/collection');
  const field = page.getByRole('combobox', { name: 'Collection to advertise' });
  await field.click();
  await page.keyboard.insertText('lanter');
  await expect(page.getByRole('option', { name: 'The lantern (lantern)' })).toBeVisible();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await expect(field).toHaveValue('ante');
  await expect(page.getByRole('option', { name: 'The lantern (lantern)' })).toBeVisible();
  await page.keyboard.type('L');
  await expect.poll(() => texts).toEqual(['lanter', 'Lante']);
});

test('the contents of a collection are found by the same rule', async ({ page, office }) => {
  await addCollections(page, office);
  await page.request.post(`${office.url}/api/v1/series`, { data: { title: 'Lantern Street' } });
  await open(page, office, '/collection/lantern/contents');
  const texts = searchesOf(page, '/api/v5/collection/lantern/contents/candidate');
  const field = page.getByRole('searchbox', { name: 'Add a series, level or book' }).first();
  await field.click();
  await page.keyboard.insertText('lanter');
  const offered = page.getByRole('button', { name: 'Add: Lantern Street' }).first();
  await expect(offered).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Backspace');
  await expect(field).toHaveValue('lantr');
  await expect(offered).toBeVisible();
  await page.keyboard.type('e');
  await expect.poll(() => texts).toEqual(['lanter', 'lanter']);
});

test('a filter of a list by a record finds it by the same rule', async ({ page, office }) => {
  await addCollections(page, office);
  // A list without codes shows its filters once one is in use.
  await open(page, office, '/code?status=issued');
  const texts = searchesOf(page, '/api/v1/collection');
  await page.getByText('Filter', { exact: true }).click();
  const field = page.getByRole('combobox', { name: 'Collection', exact: true });
  await field.click();
  await page.keyboard.insertText('lanter');
  await expect.poll(() => texts).toEqual(['lanter']);
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await page.keyboard.type('L');
  await expect.poll(() => texts).toEqual(['lanter', 'Lanter']);
});
