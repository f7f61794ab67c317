import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { silentMp3 } from '../src/features/book/sentences/sentence.factory.ts';
import { expect, open, test } from './office.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();
const file = (name: string, content: Uint8Array) => ({ name, mimeType: 'audio/mpeg', buffer: Buffer.from(content) });

async function typePhrase(page: Page, phrase: string): Promise<void> {
  const input = page.getByRole('textbox', { name: /I understand/ });
  await input.fill(phrase);
  await input.press('Enter');
}

test('a word gets a sentence, the sentence its audio, and both are deleted after the typed confirmation', async ({
  page,
  office,
}) => {
  await page.request.post(`${office.url}/api/v1/book`, { data: { books: [bookRow(1)], create_missing: true } });
  await open(page, office, '/book/B1/words');

  await page.getByRole('button', { name: 'Add word' }).click();
  await dialog(page).getByLabel('Word').fill('Ice  Cream');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No sentences yet.')).toBeVisible();
  const words = page.getByRole('region', { name: 'Words and sentences' });
  await expect(words).toContainText('ice cream');
  const tab = page.getByRole('navigation', { name: 'Sections of the record' }).getByRole('link', { name: /^Words/ });
  await expect(tab).toHaveText('Words and sentences 1');

  await page.getByRole('button', { name: 'Add sentence' }).click();
  await dialog(page).getByRole('textbox', { name: 'Sentence' }).fill('I like ice cream.');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('reflected in the portal reading notes')).toBeVisible();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(words.getByText('I like ice cream.')).toBeVisible();

  await page.getByRole('button', { name: 'Edit: I like ice cream.' }).click();
  const choose = dialog(page).getByLabel('Choose MP3 file');
  await choose.setInputFiles(file('voice.mp3', Buffer.from('no voice at all '.repeat(200_000))));
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not a valid MP3 file.')).toBeVisible();
  await choose.setInputFiles(file('voice.mp3', silentMp3(200)));
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  const audio = words.getByLabel('Audio for “I like ice cream.”');
  await expect(audio).toBeVisible();
  const seconds = await audio.evaluate(async (player: HTMLAudioElement) => {
    await player.play();
    return player.duration;
  });
  expect(seconds).toBeCloseTo(5.2, 1);

  await page.getByRole('button', { name: 'Delete: I like ice cream.' }).click();
  await typePhrase(page, 'i understand');
  await expect(page.getByRole('alert')).toContainText('Cancelled');
  await expect(dialog(page)).toHaveCount(0);
  await expect(words.getByText('I like ice cream.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete: I like ice cream.' }).click();
  await typePhrase(page, 'I understand');
  await expect(words.getByText('I like ice cream.')).toBeHidden();

  await page.getByRole('button', { name: 'Delete word: ice cream' }).click();
  await typePhrase(page, 'I understand');
  await expect(words.getByText('No words yet.')).toBeVisible();
  expect(await office.sql('select count(*)::integer as words from word')).toEqual([{ words: 0 }]);
});
