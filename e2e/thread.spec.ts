import { bookRow } from '../src/features/book/book.factory.ts';
import { axeViolations } from '../test/axe.ts';
import { colleague, expect, open, ready, test } from './office.ts';

test('two people write about a book: each sees the other at once, and a mention is in the inbox', {
  tag: '@journey',
}, async ({ page, office, browser }) => {
  const http = await office.client();
  await http.results('POST', '/api/v1/book', { books: [bookRow(1)], create_missing: true });
  const away = await browser.newContext();
  const mina = await colleague(away, office);
  await open(page, office, '/book/B1');
  await page.getByRole('link', { name: 'Comments' }).click();
  const panel = page.getByRole('dialog', { name: 'Comments: Book 1' });
  const field = panel.getByRole('textbox', { name: 'New comment' });
  await expect(field).toBeFocused();
  await field.fill('Which cover, @mi');
  await panel.getByRole('option', { name: 'Mina' }).click();
  await field.pressSequentially('?');
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByText('Which cover, @Mina ?')).toBeVisible();

  await open(mina, office, '/');
  await mina.getByRole('link', { name: /^Open: .* mentioned you: Book 1/ }).click();
  await ready(mina);
  const hers = mina.getByRole('dialog', { name: 'Comments: Book 1' });
  const reply = hers.getByRole('textbox', { name: /^Reply to/ });
  await expect(reply).toBeFocused();
  await reply.pressSequentially('The blue one');
  await expect(panel.getByText('Mina writing…')).toBeVisible();
  await hers.getByRole('button', { name: 'Reply' }).click();
  await expect(panel.getByText('The blue one')).toBeVisible();
  await expect(panel.getByText('Mina writing…')).toBeHidden();
  expect(await axeViolations(page)).toEqual([]);

  await panel.getByRole('button', { name: 'Resolve: Book 1' }).click();
  await expect(hers.getByText('No open comments.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(hers.getByText('The blue one')).toBeVisible();
  await mina.goto(`${office.url}/`);
  await expect(mina.getByText('mentioned you')).toBeHidden();
  await away.close();
});
