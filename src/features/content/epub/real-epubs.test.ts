import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, startOffice } from '#test/app.ts';
import { hasSharedData, sharedData } from '#test/shared-data.ts';

/** EPUBs from real publishers, and their metadata. */
const epubs = [
  {
    file: 'childrens-literature',
    epub: { title: "Children's Literature", creators: ['Charles Madison Curry', 'Erle Elsworth Clippinger'], spine: 3 },
    first: 'SECTION IV FAIRY STORIES—MODERN FANTASTIC TALES',
    cover: 'image/png',
  },
  {
    file: 'moby-dick',
    epub: { title: 'Moby-Dick', publisher: 'Harper & Brothers, Publishers', language: 'en-US', direction: null },
    first: 'Moby-Dick',
    cover: 'image/jpeg',
  },
  {
    file: 'regime-anticancer-arabic',
    epub: {
      title: 'Le Vrai Régime anti-cancer',
      altTitle: 'السرطان من للوقاية الصحيح الغذائي النظام',
      language: 'ar',
      direction: 'rtl',
      identifier: 'code.google.com.epub-samples.regime-anticancer-arabic',
      date: '2012',
    },
    first: 'Couverture',
    cover: 'image/jpeg',
  },
  {
    file: 'wasteland',
    epub: { title: 'The Waste Land', creators: ['T.S. Eliot'], manifest: 6, spine: 1, tocCount: 6 },
    first: 'I. THE BURIAL OF THE DEAD',
    cover: 'image/jpeg',
  },
];

describe.skipIf(!hasSharedData)('a real EPUB', () => {
  let office: Office;
  beforeAll(async () => {
    office = await startOffice();
    await office.admin.post('/api/v1/book', { books: [bookRow(1)], create_missing: true });
  });
  afterAll(() => office?.close());

  test.each(epubs)('shows its metadata, cover and contents: $file', async ({ file, epub, first, cover }) => {
    const bytes = await readFile(path.join(sharedData, 'epub', `${file}.epub`));
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), `${file}.epub`);
    const { status, json } = await office.admin.upload('/api/v1/book/B1/epub', form);
    expect(status).toBe(200);
    const { content } = json.results;
    expect(content).toMatchObject({ size: bytes.length, has_cover: true, epub });
    expect(content.epub.toc[0]).toEqual({ title: first, depth: 0 });
    const picture = await office.admin.get('/api/v1/book/B1/content/cover');
    expect([picture.status, picture.headers['content-type']]).toEqual([200, cover]);
  });
});
