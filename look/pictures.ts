import path from 'node:path';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { loadSample } from './library.ts';
import { open, startOffice } from './office.ts';

/** The images in the README and what each shows. */
const pictures = [
  { name: 'books', place: '/book', scheme: 'light' },
  { name: 'book', place: '/book/SAMPLE-001', scheme: 'dark' },
] as const;

/** Regenerates the images in the README with the sample library. */
export async function drawPictures(browser: Browser): Promise<void> {
  const office = await startOffice(loadSample);
  for (const { name, place, scheme } of pictures) {
    const viewport = { width: 1280, height: 760 };
    const context = await office.context(browser, { viewport, deviceScaleFactor: 1.5 }, { lang: 'en', scheme });
    const page = await context.newPage();
    await open(page, office.url + place);
    await page.waitForLoadState('networkidle');
    const file = path.resolve(import.meta.dirname, `../docs/images/${name}.webp`);
    await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toFile(file);
    await context.close();
  }
  await office.stop();
}
