import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { madeEpub } from '../src/features/content/epub/epub.factory.ts';
import { expect, open, ready, test } from './office.ts';

const page1 = (body: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body>\n${body}\n</body></html>`;
const metadata = `<dc:identifier id="uid">urn:lantern:1</dc:identifier><dc:title>The Lantern</dc:title>
<dc:language>en</dc:language><meta property="dcterms:modified">2024-05-01T00:00:00Z</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityHazard">none</meta>`;

const epub = (body: string) => ({
  name: 'lantern.epub',
  mimeType: 'application/epub+zip',
  buffer: Buffer.from(
    madeEpub({
      metadata,
      manifest: `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>`,
      parts: {
        'OPS/nav.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>Contents</title></head><body><nav epub:type="toc"><ol><li><a href="one.xhtml">One</a></li></ol></nav></body></html>`,
        'OPS/one.xhtml': page1(body),
        'OPS/images/the cover.png': undefined,
      },
    }),
  ),
});

async function give(page: Page, file: ReturnType<typeof epub>): Promise<void> {
  const input = page.getByRole('region', { name: 'Content files' }).locator('input[type=file]').first();
  await input.setInputFiles(file);
  await expect(page.getByText('File uploaded.')).toBeVisible();
  await ready(page);
}

/** The report, once the check has ended with this state: nobody reloads the page, whose report is under the pointer. */
async function shown(page: Page, state: string): Promise<void> {
  const report = page.getByRole('region', { name: 'EPUB check' });
  await report.hover();
  await expect(report.getByText(state)).toBeVisible({ timeout: 40_000 });
}

test('a person reads what is wrong with an EPUB, corrects it, and sees what was mended', async ({ page, office }) => {
  await page.request.post(`${office.url}/api/v1/book`, { data: { books: [bookRow(1)], create_missing: true } });
  await open(page, office, '/book/B1/content');
  const report = page.getByRole('region', { name: 'EPUB check' });

  await give(page, epub('<p><img src="lost.png" alt=""/></p>'));
  await shown(page, 'With errors');
  await expect(report.getByText('The book refers to a file that is not in it.')).toBeVisible();
  await expect(report.getByText('OPS/one.xhtml, line 2')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Accessibility' })).toContainText('No hazards');

  await open(page, office, '/book?epub_check=failed');
  await expect(page.getByRole('link', { name: 'Book 1' })).toBeVisible();
  await open(page, office, '/book/B1/content');

  await give(page, epub('<p>It was dark.</p>'));
  await shown(page, 'Valid');
  await report.getByText(/of the previous file/).click();
  await expect(report.getByText('The book refers to a file that is not in it.')).toBeVisible();

  await report.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('The EPUB is being checked.')).toBeVisible();
  await shown(page, 'Valid');
});
