import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
  await office.admin.post('/api/v1/book', { books: [bookRow(1)], create_missing: true });
});
afterAll(() => office.close());

const stylesIn = (head: string) =>
  [...head.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, href = '']) => href);
const filesIn = (fragment: string) => (/data-files="([^"]+)"/.exec(fragment)?.[1] ?? '').split(' ');
const isStyle = (file: string) => file.endsWith('.css');

const read = new Map<string, string>();

async function textOf(hrefs: readonly string[]): Promise<string> {
  for (const href of hrefs) {
    if (read.has(href)) continue;
    const { status, body } = await office.stranger.get(href);
    expect(status, href).toBe(200);
    read.set(href, body);
  }
  return hrefs.map((href) => read.get(href)).join('\n');
}

/** The classes in the markup, from this product's own styles, that have no CSS rule. */
const withoutRule = (markup: string, css: string) =>
  [...new Set([...markup.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')))].filter(
    (name) => name.startsWith('_') && !css.includes(`.${name}`),
  );

describe('The styles of a page', () => {
  test('hold a rule for every class in its markup', async () => {
    const { body: start } = await office.admin.get('/');
    const screens = [...start.matchAll(/href="(\/[a-z_/-]*)"/g)].map(([, href = '']) => href);
    const records = ['/book/B1', '/book/B1/history', '/book/update/B1', '/book/create', '/nothing-here'];
    for (const path of [...new Set(screens), ...records].filter((href) => !isStyle(href))) {
      const { body } = await office.admin.get(path, { 'sec-fetch-mode': 'navigate' });
      expect(withoutRule(body, await textOf(stylesIn(body))), path).toEqual([]);
    }
  });

  test('are those of its own view: a page without a list loads no list styles', async () => {
    const [list, start] = [await office.admin.get('/book'), await office.admin.get('/')].map(({ body }) =>
      stylesIn(body),
    );
    expect(list?.[0]).toBe(start?.[0]);
    expect(start?.some((href) => href.includes('/list-'))).toBe(false);
    expect(list?.some((href) => href.includes('/list-'))).toBe(true);
  });

  test('come with the context of Mantine only where its components are drawn', async () => {
    const pages = [await office.admin.get('/book'), await office.admin.get('/event/create')].map(({ body }) => body);
    expect(pages.map((body) => body.includes(' data-mantine '))).toEqual([false, true]);
    expect(pages.map((body) => /modulepreload" href="[^"]*mantine-/.test(body))).toEqual([false, true]);
  });

  test('are there before the scripts, which do not delay them', async () => {
    const { body } = await office.admin.get('/book');
    expect(body.lastIndexOf('rel="stylesheet"')).toBeLessThan(body.indexOf('<script type="module"'));
    for (const [element] of body.matchAll(/<(?:script type="module"|link rel="modulepreload")[^>]*>/g))
      expect(element).toContain('fetchpriority="low"');
  });
});

describe('A fragment', () => {
  test('names the files of its view, with those of its components', async () => {
    const { body } = await office.admin.get('/agegroup/create', { 'sec-fetch-mode': 'cors' });
    const files = filesIn(body);
    expect(files).toContain(/data-module="([^"]+)"/.exec(body)?.[1]);
    expect(withoutRule(body, await textOf(files.filter(isStyle)))).toEqual([]);
    await textOf(files);
  });
});
