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

test('by keyboard: C opens the comments, [ and ] go from mark to mark, and a list shows who is asked about', async ({
  page,
  office,
  browser,
}) => {
  const http = await office.client();
  await http.results('POST', '/api/v1/collection', { cid: 'KEYS', title: 'Keys' });
  const begin = (text: string, field?: string) =>
    http.results('POST', '/api/v1/thread', { kind: 'collection', id: 'KEYS', text, ...(field && { field }) });
  await begin('Which cover?');
  await open(page, office, '/collection/KEYS');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Comments', { exact: false })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  const panel = page.getByRole('dialog', { name: 'Comments: Keys' });
  await expect(panel.getByText('Which cover?')).toBeVisible();
  // What is being written stays while the resolved ones are shown.
  const reply = panel.getByRole('textbox', { name: /^Reply to/ });
  await reply.fill('The blue');
  await panel.getByRole('button', { name: /^Resolved/ }).click();
  await expect(panel.getByText('No resolved comments.')).toBeVisible();
  await panel.getByRole('button', { name: /^Open/ }).click();
  await expect(reply).toHaveValue('The blue');

  // And when a colleague resolves it meanwhile; sending opens it again.
  const away = await browser.newContext();
  const mina = await colleague(away, office);
  await open(mina, office, '/collection?search_val=KEYS');
  const mark = mina.getByRole('link', { name: 'Comments: Keys, 1' });
  await mina.keyboard.press(']');
  await expect(mark).toBeFocused();
  await mina.keyboard.press('Enter');
  const hers = mina.getByRole('dialog', { name: 'Comments: Keys' });
  await hers.getByRole('button', { name: 'Resolve: Keys' }).click();
  await expect(hers.getByText('No open comments.')).toBeVisible();
  await expect(panel.getByRole('button', { name: /^Resolved 1/ })).toBeVisible();
  await expect(reply).toHaveValue('The blue');
  await mina.keyboard.press('Escape');
  await expect(mark).toBeHidden();
  await reply.press('Control+Enter');
  await expect(panel.getByRole('button', { name: /^Open 1/ })).toBeVisible();
  await expect(mark).toBeVisible();
  await away.close();

  await begin('This word?', 'ko.title');
  await begin('And this?', 'ko.summary');
  await open(page, office, '/collection/KEYS/localize/ko');
  await page.getByRole('link', { name: /Title, 1$/ }).focus();
  await page.keyboard.press(']');
  await expect(page.getByRole('link', { name: /Summary, 1$/ })).toBeFocused();
  await page.keyboard.press('[');
  await expect(page.getByRole('link', { name: /Title, 1$/ })).toBeFocused();
});

test('marks follow what others write: at a record, at a field beside unsaved input, and in the rows of series', {
  tag: '@journey',
}, async ({ page, office }) => {
  const http = await office.client();
  await http.results('POST', '/api/v1/collection', { cid: 'LIVE', title: 'Live' });
  const write = (kind: string, id: string, field?: string) =>
    http.results('POST', '/api/v1/thread', { kind, id, text: 'Which?', ...(field && { field }) });
  await open(page, office, '/collection/LIVE');
  const comments = page.getByRole('main').getByRole('link', { name: /^Comments/ });
  // A page in hand is not drawn anew.
  await comments.hover();
  const { thread_idx } = await write('collection', 'LIVE');
  await expect(comments).toHaveText(/1$/);
  await expect(page.getByText(/changed/)).toHaveCount(0);
  await http.results('PUT', `/api/v1/thread/${thread_idx}`, { resolved: true });
  await expect(comments).toHaveText(/Comments\s*$/);

  await open(page, office, '/collection/LIVE/localize/ko');
  const title = page.locator('input[name="title"]');
  await title.fill('움직임');
  await write('collection', 'LIVE', 'ko.title');
  await expect(page.getByRole('link', { name: /Title, 1$/ })).toBeVisible();
  await expect(title).toHaveValue('움직임');
  await expect(page.getByText(/changed/)).toHaveCount(0);

  const { ser_idx } = await http.results('POST', '/api/v1/series', { title: 'Tales of marks' });
  page.on('dialog', (dialog) => void dialog.accept());
  await open(page, office, `/series?open=${ser_idx}`);
  await write('series', String(ser_idx));
  await expect(page.getByRole('link', { name: 'Comments: Tales of marks, 1' }).first()).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'Comments: Tales of marks' })).toBeVisible();
});
