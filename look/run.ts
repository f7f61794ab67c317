import path from 'node:path';
import { chromium } from '@playwright/test';
import { summary } from './figures.ts';
import { runLighthouse } from './lighthouse.ts';
import { startOffice } from './office.ts';
import { lookOnPhone } from './phone.ts';
import { drawPictures } from './pictures.ts';
import { lookAtScreens, lookNames } from './screens.ts';
import { lookWithoutScripts } from './scriptless.ts';
import { measureSpeed } from './speed.ts';
import { lookInTwoTabs } from './tabs.ts';
import { countClicks } from './tasks.ts';

/**
 * `npm run look`: measures how the product looks and feels; `npm run look -- tasks` only that part, `-- dark` one look of
 * the screens. `-- pictures` measures nothing, and regenerates the images in the README.
 */
const wanted = process.argv.slice(2);
const isLook = (word: string) => lookNames.includes(word);
const folder = path.resolve(import.meta.dirname, '../.cache/look');
const executablePath = process.env['CHROMIUM_PATH'];
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
if (wanted.includes('pictures')) {
  await drawPictures(browser).finally(() => browser.close());
  process.exit();
}
const office = await startOffice();
const parts = {
  tasks: () => countClicks(browser, office),
  speed: () => measureSpeed(browser, office),
  lighthouse: () => runLighthouse(office),
  phone: () => lookOnPhone(browser, office),
  scriptless: () => lookWithoutScripts(browser, office),
  tabs: () => lookInTwoTabs(browser, office),
  screens: () => lookAtScreens(browser, office, { folder, wanted }),
};
try {
  for (const [name, look] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(name) || (name === 'screens' && wanted.some(isLook))) await look();
  }
} finally {
  await browser.close();
  await office.stop();
}
console.log(`\nThe pictures are in ${path.relative(process.cwd(), folder)}`);
process.exitCode = summary() ? 0 : 1;
