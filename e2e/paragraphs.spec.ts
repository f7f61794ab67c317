import type { Page } from '@playwright/test';
import { expect, type Office, open, test } from './office.ts';

const languages = ['es', 'jp', 'ko', 'tr'] as const;
const words = (language: string, paragraph: number) =>
  Array.from({ length: 64 }, (_, word) => `${language}${paragraph}w${word}`).join(' ');
const paragraphs = (language: string) => Array.from({ length: 14 }, (_, nth) => `<p>${words(language, nth + 1)}.</p>`);

/** Adds a collection with a text of 900 words in five languages, and changes a word of the ninth paragraph of its English. */
async function addLong(page: Page, office: Office, cid: string, more: string): Promise<void> {
  const english = paragraphs('en');
  const texts = (language: string) => ({
    title: cid,
    summary: 'x',
    notice: '<p>x</p>',
    description: paragraphs(language).join('') + more,
  });
  const data = {
    cid,
    title: cid,
    multi_lang_data: {
      en: { summary: 'x', notice: '<p>x</p>', description: english.join('') },
      ...Object.fromEntries(languages.map((language) => [language, texts(language)])),
    },
  };
  const added = await page.request.post(`${office.url}/api/v1/collection`, { data });
  expect(added.status(), await added.text()).toBe(200);
  const now = { description: english.with(8, `<p>${words('en', 9).replace('w5', 'CHANGED')}.</p>`).join('') };
  expect((await page.request.put(`${office.url}/api/v5/collection/${cid}/localize/en`, { data: now })).ok()).toBe(true);
}

/** A keyboard that counts. */
function counted(page: Page) {
  let keys = 0;
  return {
    press: async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    },
    type: async (text: string) => {
      keys += text.length;
      await page.keyboard.type(text);
    },
    keys: () => keys,
  };
}

const caretParagraph = (page: Page) =>
  page.evaluate(() => {
    const node = getSelection()?.anchorNode;
    const element = node instanceof Element ? node : node?.parentElement;
    return element?.closest('p')?.textContent ?? '';
  });

async function save(page: Page, keyboard: ReturnType<typeof counted>): Promise<void> {
  await keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('textbox').focus();
  await keyboard.type('I understand');
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Save texts' })).toBeDisabled();
}

const names = { es: 'Español', jp: '日本語', ko: '한국어', tr: 'Türkçe' };

test('one changed sentence of a text of 900 words is written in four languages with a fifth of the keys', {
  tag: '@journey',
}, async ({ page, office }) => {
  const desk = '/collection/matrix?text=description&lack=older';
  const stored = (cid: string) =>
    office.sql(
      `select t.locale, t.description from collection_text t join collection using (cidx)
       where cid = '${cid}' and locale <> 'en' order by locale`,
    );

  // A translation with a paragraph more than the English had is written as a whole, as all were before.
  await addLong(page, office, 'whole', '<p>More</p>');
  await open(page, office, desk);
  const before = counted(page);
  for (const language of languages) {
    await before.press('Control+Enter');
    await expect(page.getByRole('textbox', { name: `${names[language]}: Description`, exact: true })).toBeFocused();
    while (!(await caretParagraph(page)).startsWith(`${language}9w0`)) await before.press('ArrowDown');
    await before.type('Now ');
  }
  await save(page, before);
  expect((await stored('whole')).every(({ description }) => String(description).includes('Now '))).toBe(true);

  await addLong(page, office, 'long', '');
  await open(page, office, desk);
  const after = counted(page);
  for (const language of languages) {
    await after.press('Control+Enter');
    const name = `${names[language]}: Description, Paragraph 9`;
    await expect(page.getByRole('textbox', { name })).toBeFocused();
    await expect(page.getByRole('insertion')).toHaveText('en9CHANGED');
    await after.type('Now ');
  }
  await save(page, after);
  for (const { locale, description } of await stored('long')) {
    const wanted = paragraphs(String(locale)).with(8, `<p>Now ${words(String(locale), 9)}.</p>`);
    expect(description).toBe(wanted.join(''));
  }
  const figures = { before: before.keys(), after: after.keys() };
  expect(figures.after * 5, JSON.stringify(figures)).toBeLessThanOrEqual(figures.before);
});

test('of several changed paragraphs each is written, removed or still right by key, and the others stay folded', async ({
  page,
  office,
}) => {
  const texts = (...all: string[]) => all.map((text) => `<p>${text}</p>`).join('');
  const data = {
    cid: 'some',
    title: 'some',
    multi_lang_data: {
      en: { description: texts('One', 'Two', 'Three', 'Four') },
      ko: { title: '몇', description: texts('하나', '둘', '셋', '넷') },
    },
  };
  expect((await page.request.post(`${office.url}/api/v1/collection`, { data })).ok()).toBe(true);
  const english = (...all: string[]) =>
    page.request.put(`${office.url}/api/v5/collection/some/localize/en`, { data: { description: texts(...all) } });
  const stored = async () =>
    (await office.sql("select description from collection_text where locale = 'ko' and title = '몇'"))[0]?.[
      'description'
    ];
  await english('One!', 'Two', 'Three!', 'Four');
  await open(page, office, '/collection/matrix?text=description&lack=older&search_val=some');
  await page.keyboard.press('Control+Enter');
  const paragraph = (number: number) => page.getByRole('textbox', { name: `한국어: Description, Paragraph ${number}` });
  await expect(paragraph(1)).toBeFocused();
  await expect(page.getByText('1 paragraph: English unchanged')).toHaveCount(2);
  await page.keyboard.press('Alt+s');
  await expect(page.getByText('1 of 2 changed paragraphs done')).toBeVisible();
  await expect(paragraph(3)).toBeFocused();
  await page.keyboard.press('Alt+s');
  await expect(page.getByText('The text is marked as still right.')).toBeVisible();
  expect(await stored()).toBe(texts('하나', '둘', '셋', '넷'));

  await english('One!', 'Three!', 'Four', 'Five');
  await open(page, office, '/collection/matrix?text=description&lack=older&search_val=some');
  await page.keyboard.press('Control+Enter');
  await expect(paragraph(2)).toBeFocused();
  await page.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(paragraph(5)).toBeFocused();
  await page.keyboard.type('다섯');
  await page.getByRole('button', { name: 'Discard this draft' }).press('Enter');
  await expect(paragraph(2)).toBeFocused();
  await page.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(paragraph(5)).toBeFocused();
  await page.keyboard.type('다섯');
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('textbox').fill('I understand');
  await page.keyboard.press('Enter');
  await expect.poll(stored).toBe(texts('하나', '셋', '넷', '다섯'));
});

test('the page of a language opens a long text by paragraph, and what is said or saved of one stays', async ({
  page,
  office,
}) => {
  await addLong(page, office, 'by-page', '');
  await open(page, office, '/collection/by-page/localize/ko');
  const description = page.getByRole('group', { name: 'Paragraph 9' });
  await expect(page.getByText('0 of 1 changed paragraph done')).toBeVisible();
  await description.getByRole('button', { name: 'Paragraph 9' }).press('Enter');
  await expect(page.getByRole('textbox', { name: '한국어: Description, Paragraph 9' })).toBeFocused();
  await page.keyboard.type('Now ');
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('textbox').fill('I understand');
  await page.keyboard.press('Enter');
  await expect(page.getByText('changed paragraph done')).toBeHidden();
  const [stored] = await office.sql(
    "select description from collection_text join collection using (cidx) where cid = 'by-page' and locale = 'ko'",
  );
  expect(stored?.['description']).toBe(
    paragraphs('ko')
      .with(8, `<p>Now ${words('ko', 9)}.</p>`)
      .join(''),
  );

  await open(page, office, '/collection/by-page/localize/tr');
  await page.getByRole('button', { name: 'Write the whole text' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Description', exact: true })).toContainText('tr1w0');
});
