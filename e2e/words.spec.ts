import type { Locator, Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { sentenceRow, silentMp3 } from '../src/features/word/sentence.factory.ts';
import { expect, type Office, open, test } from './office.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();
const file = (name: string, content: Uint8Array) => ({ name, mimeType: 'audio/mpeg', buffer: Buffer.from(content) });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const cells = (row: Locator) => row.getByRole('gridcell');

async function typePhrase(page: Page, phrase: string): Promise<void> {
  const input = page.getByRole('textbox', { name: /I understand/ });
  await input.fill(phrase);
  await input.press('Enter');
}

async function choose(page: Page, row: Locator, act: string): Promise<void> {
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

/** The book of a number with sentences of the sample rows, at its sheet. */
async function openSheet(page: Page, office: Office, no: number, sentences: number): Promise<void> {
  await page.request.post(`${office.url}/api/v1/book`, { data: { books: [bookRow(no)], create_missing: true } });
  const rows = Array.from({ length: sentences }, (_, index) => sentenceRow(index + 1, `B${no}`));
  if (sentences > 0) await page.request.post(`${office.url}/api/v1/sentence`, { data: { sentences: rows } });
  await open(page, office, `/book/B${no}/words`);
}

test('a word, its sentence and its audio are added in four steps, heard, and deleted after the typed confirmation', {
  tag: '@journey',
}, async ({ page, office }) => {
  await openSheet(page, office, 1, 0);
  let steps = 0;
  const step = async (act: Promise<unknown>) => {
    steps += 1;
    await act;
  };
  await step(page.getByRole('button', { name: 'Add row' }).click());
  await page.keyboard.type('Ice  Cream');
  await page.keyboard.press('Tab');
  await page.keyboard.type('I like ice cream.');
  await step(page.getByLabel('Choose MP3 file').setInputFiles(file('voice.mp3', silentMp3(200))));
  await step(page.getByRole('textbox', { name: 'Sentence' }).press('Enter'));
  await step(dialog(page).getByRole('button', { name: 'Add', exact: true }).click());
  const row = rowOf(page, 'I like ice cream.');
  await expect(row).toContainText('ice cream');
  expect(steps).toBe(4);
  await page.getByRole('textbox', { name: 'Word' }).press('Escape');
  const tab = page.getByRole('navigation', { name: 'Sections of the record' }).getByRole('link', { name: /^Words/ });
  await expect(tab).toHaveText('Words and sentences 1');
  await expect(row).toContainText('0:05');

  await cells(row).nth(1).focus();
  await page.keyboard.press('Space');
  await expect(row.getByRole('button', { name: 'Stop “I like ice cream.”' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(row.getByRole('button', { name: 'Play “I like ice cream.”' })).toBeVisible();

  await choose(page, row, 'Delete sentence');
  await typePhrase(page, 'i understand');
  await expect(page.getByRole('alert')).toContainText('Cancelled');
  await expect(row).toBeVisible();
  await choose(page, row, 'Delete sentence');
  await typePhrase(page, 'I understand');
  await expect(page.getByText('Sentence deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'I like ice cream.')).toContainText('0:05');
  await choose(page, row, 'Delete sentence');
  await typePhrase(page, 'I understand');
  await expect(rowOf(page, 'ice cream')).toContainText('No sentences yet.');

  await choose(page, rowOf(page, 'ice cream'), 'Delete word');
  await typePhrase(page, 'I understand');
  await expect(page.getByText('No words yet.')).toBeVisible();
  expect(await office.sql('select count(*)::integer as words from word')).toEqual([{ words: 0 }]);
});

test('lines are edited in place by keyboard, and an edit is undone', async ({ page, office }) => {
  await openSheet(page, office, 2, 3);
  await cells(rowOf(page, 'word 1')).nth(1).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('First.');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'word 1')).toContainText('First.');
  await page.keyboard.type('Second.');
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'word 2')).toContainText('The 2th sentence');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Lantern');
  await page.keyboard.press('Tab');
  await expect(rowOf(page, 'lantern').getByRole('textbox', { name: 'Sentence' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(rowOf(page, 'word 3')).toBeVisible();
});

test('Ctrl Z undoes the edits of the sheet one after the other, also after a reload', async ({ page, office }) => {
  await openSheet(page, office, 8, 3);
  const edit = async (row: string, text: string) => {
    await cells(rowOf(page, row)).nth(1).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
    await expect(rowOf(page, row)).toContainText(text);
    await page.keyboard.press('Escape');
  };
  await edit('word 1', 'First.');
  await edit('word 2', 'Second.');
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, 'word 2')).toContainText('The 2th sentence');
  await expect(rowOf(page, 'word 1')).toContainText('First.');
  await page.reload();
  await page.locator('html[data-ready]').waitFor();
  await page.keyboard.press('Control+z');
  await expect(rowOf(page, 'word 1')).toContainText('The 1th sentence');
});

test('an edit over what somebody else has saved shows both texts', async ({ page, office }) => {
  await openSheet(page, office, 3, 1);
  const row = rowOf(page, 'word 1');
  await cells(row).nth(1).click();
  await office.sql(`update sentence set sentence = 'Theirs.', version = version + 1`);
  await page.keyboard.type('Mine.');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('alert')).toContainText('Theirs.');
  await row.getByRole('button', { name: /mine/i }).click();
  await expect(row).toContainText('Mine.');
});

test('a file that is no audio says so on its line, and another takes its place', async ({ page, office }) => {
  await openSheet(page, office, 4, 1);
  const row = rowOf(page, 'word 1');
  const input = row.getByLabel(/^Choose MP3 file/);
  await input.setInputFiles(file('voice.mp3', Buffer.from('no voice at all '.repeat(2000))));
  await expect(row.getByRole('alert')).toContainText('Not a valid MP3 file.');
  await row.getByLabel(/^Choose MP3 file/).setInputFiles(file('voice.mp3', silentMp3(200)));
  await expect(row).toContainText('0:05');
});

test('rows of a spreadsheet are pasted after a preview, and the paste is undone', async ({ page, office }) => {
  await openSheet(page, office, 5, 1);
  await cells(rowOf(page, 'word 1')).first().focus();
  const rows = [
    'word 1\tThe 1th sentence shows how the word is used.',
    'sea\tThe sea is blue.\tY',
    '\tThe sea is deep.',
    'moon\t',
  ];
  // As Firefox does it while a cell has the focus.
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, rows.join('\n'));
  await expect(page.getByText('2 sentences will be added, 1 already there, 1 rejected.')).toBeVisible();
  await page.getByRole('button', { name: 'Add 2 sentences' }).click();
  await expect(rowOf(page, 'The sea is deep.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The sea is deep.')).toHaveCount(0);
});

test('dropped MP3s say which sentence each is for before they are uploaded, and the others are placed by hand', async ({
  page,
  office,
}) => {
  await openSheet(page, office, 6, 3);
  await page
    .getByLabel('Add MP3 files')
    .setInputFiles([
      file('Word 1.mp3', silentMp3(100)),
      file('B6_word_2.mp3', Buffer.from('no voice at all '.repeat(2000))),
      file('REC0042.mp3', silentMp3(100)),
    ]);
  const panel = page.getByRole('region', { name: 'Add MP3 files' });
  await expect(panel.getByRole('status')).toHaveText('2 files matched, 1 not matched, 0 saved.');
  await expect(panel).toContainText('No word, sentence or row has this name.');
  await panel.getByLabel('Choose a sentence: REC0042.mp3').selectOption({ index: 3 });
  await panel.getByRole('button', { name: 'Upload 3 files' }).click();
  await expect(panel.getByRole('status')).toHaveText('3 files matched, 0 not matched, 2 saved.');
  await expect(panel.getByRole('alert')).toContainText('Not a valid MP3 file.');
  await expect(rowOf(page, 'word 1').last()).toContainText('0:03');
  await expect(rowOf(page, 'word 3').last()).toContainText('0:03');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Audio of 2 sentences saved.')).toBeVisible();
});
