// Draws the covers and previews of the sample library, which are then committed: not every machine that loads it has
// the fonts for five languages. Needs the browser of the tests: node scripts/sample-pictures.mjs
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { sampleBooks, samplePages } from '../src/features/sample/sample.catalogue.ts';

const folder = path.resolve(import.meta.dirname, '../src/features/sample/pictures');
const fonts = path.resolve(import.meta.dirname, '../node_modules/@fontsource-variable/literata/files');
const faces = await Promise.all(
  [
    ['latin-ext', 'U+0100-02BA, U+1E00-1E9F'],
    ['latin', 'U+0000-00FF, U+0131, U+0152-0153, U+2000-206F'],
  ].map(async ([part, range]) => {
    const bytes = await readFile(path.join(fonts, `literata-${part}-wght-normal.woff2`), 'base64');
    const source = `url(data:font/woff2;base64,${bytes})`;
    return `@font-face { font-family: Literata; src: ${source}; font-weight: 200 900; unicode-range: ${range}; }`;
  }),
);
const size = { width: 360, height: 504 };

const style = `
  ${faces.join('\n')}
  * { box-sizing: border-box; margin: 0; }
  body { width: ${size.width}px; height: ${size.height}px; font-family: Literata, 'Noto Serif CJK KR', serif; }
  main { position: relative; display: flex; flex-direction: column; height: 100%; padding: 34px 30px; overflow: hidden; }
  h1 { font-size: 38px; line-height: 1.15; font-weight: 700; word-break: keep-all; overflow-wrap: anywhere; }
  h2 { font-size: 17px; font-weight: 500; opacity: 0.9; }
  p { font-size: 21px; line-height: 1.65; }
  svg { position: absolute; inset: 0; }
  main > :not(svg) { position: relative; }
  footer { margin-top: auto; font-size: 16px; letter-spacing: 0.02em; }`;

/** Shapes that vary from book to book: hills, a sun, and waves or windows. */
function shapes(n, hue) {
  const color = (lightness, turn, alpha = 1) => `oklch(${lightness} 0.11 ${(hue + turn) % 360} / ${alpha})`;
  const sun = `<circle cx="${70 + ((n * 83) % 230)}" cy="${250 + ((n * 37) % 70)}" r="${38 + ((n * 13) % 34)}" fill="${color(0.86, 60)}"/>`;
  const hills = [0, 1, 2].map((at) => {
    const top = 330 + at * 46 + ((n * (17 + at * 7)) % 34);
    const bend = 120 + ((n * (29 + at * 11)) % 140);
    return `<path d="M0 ${top} Q ${bend} ${top - 70 + at * 12} 200 ${top} T 360 ${top - 24} V504 H0Z" fill="${color(0.5 - at * 0.08, 30 + at * 24, 0.9)}"/>`;
  });
  return `<svg viewBox="0 0 ${size.width} ${size.height}">${sun}${hills.join('')}</svg>`;
}

const cover = ({ title, author, series }, n) => {
  const hue = (n * 137.508) % 360;
  const ground = `linear-gradient(165deg, oklch(0.62 0.13 ${hue}), oklch(0.42 0.11 ${(hue + 50) % 360}))`;
  return `<main style="background: ${ground}; color: #fffdf7">${shapes(n, hue)}
    <h2>${series}</h2><h1 style="margin-top: 12px">${title}</h1><footer>${author}</footer></main>`;
};

const preview = ({ lines }, n) => {
  const hue = (n * 61) % 360;
  return `<main style="background: oklch(0.975 0.012 ${hue}); color: #2b2722">
    <p>${lines.join('<br>')}</p>
    <svg viewBox="0 0 ${size.width} ${size.height}"><circle cx="290" cy="430" r="120" fill="oklch(0.86 0.08 ${hue})"/><circle cx="330" cy="400" r="70" fill="oklch(0.76 0.1 ${(hue + 40) % 360})"/></svg>
    <footer>${n + 1}</footer></main>`;
};

await mkdir(folder, { recursive: true });
const executablePath = process.env['CHROMIUM_PATH'];
const browser = await chromium.launch({ ...(executablePath && { executablePath, args: ['--no-sandbox'] }) });
const page = await browser.newPage({ viewport: size });
const draw = async (name, lang, html) => {
  await page.setContent(`<html lang="${lang}"><style>${style}</style><body>${html}</body></html>`);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: path.join(folder, name), type: 'jpeg', quality: 74 });
};
for (const [n, book] of sampleBooks().entries()) await draw(`${book.bid}_cover.jpg`, book.language, cover(book, n));
for (const [n, sheet] of samplePages().entries()) await draw(`${sheet.name}.jpg`, sheet.language, preview(sheet, n));
await browser.close();
