import path from 'node:path';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { Client } from '#test/client.ts';
import { startReader } from '#test/example-reader.ts';
import { drawGallery } from './gallery.ts';
import { loadSample } from './library.ts';
import { type LookedAt, open, startOffice } from './office.ts';

/** Screens of the office in the documents. */
const pictures = [
  { name: 'books', address: '/book', scheme: 'light' },
  { name: 'book', address: '/book/SAMPLE-001', scheme: 'dark' },
] as const;

/** Regenerates the images of the documents with the sample library. */
export async function drawPictures(browser: Browser): Promise<void> {
  const office = await startOffice(loadSample);
  for (const { name, address, scheme } of pictures) {
    const viewport = { width: 1280, height: 760 };
    const context = await office.context(browser, { viewport, deviceScaleFactor: 1.5 }, { lang: 'en', scheme });
    const page = await context.newPage();
    await open(page, office.url + address);
    await page.waitForLoadState('networkidle');
    await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toFile(pathOf(name));
    await context.close();
  }
  await drawReader(browser, office);
  await drawGallery(browser, office);
  await office.stop();
}

/** A collection in the office and, beside it, in the example reader. */
async function drawReader(browser: Browser, office: LookedAt): Promise<void> {
  const reader = await startReader(new Client(office.url, office.cookie));
  const size = { width: 800, height: 760 };
  const context = await office.context(
    browser,
    { viewport: size, deviceScaleFactor: 1.5 },
    { lang: 'en', scheme: 'light' },
  );
  const [left, right] = [await context.newPage(), await context.newPage()];
  await open(left, `${office.url}/collection/sample-first-steps`);
  await right.goto(`${reader.url}/collection/sample-first-steps?lang=en`);
  await right.locator('h1').waitFor();
  for (const page of [left, right]) await page.waitForLoadState('load');
  const width = size.width * 1.5;
  const border = 6;
  await sharp(await left.screenshot())
    .extend({ right: width + border, background: '#cfc8bb' })
    .composite([{ input: await right.screenshot(), left: width + border, top: 0 }])
    .webp({ quality: 80 })
    .toFile(pathOf('reader'));
  await context.close();
  await reader.stop();
}

const pathOf = (name: string) => path.resolve(import.meta.dirname, `../docs/images/${name}.webp`);
