import { type ElementHandle, type KeyInput, launch } from 'puppeteer-core';
import type { Engine } from './engine.ts';

/** Firefox, by WebDriver BiDi, which it speaks itself. */
export async function startFirefox(): Promise<Engine> {
  const browser = await launch({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr' });
  const openTab = async () => {
    const tab = await browser.newPage();
    await tab.setViewport({ width: 1366, height: 860 });
    // What a failed task left on a page is given up.
    tab.on('dialog', (dialog) => void dialog.accept());
    return tab;
  };
  // In the first tab the address bar has the focus, and the space bar presses nothing.
  let page = await openTab();
  const at = async (found: string) => (await page.evaluateHandle(found)) as ElementHandle<HTMLInputElement>;
  return {
    name: (await browser.version()).replace('firefox/', 'Firefox '),
    goTo: async (url) => {
      await page.goto(url);
      // The question about what is unsaved leaves the focus in the window.
      await page.bringToFront();
      if (await page.evaluate(() => document.hasFocus())) return;
      // A window that lost the focus does not get it back by that, but a tab that is opened does.
      const left = page;
      page = await openTab();
      await left.close();
      await page.goto(url);
    },
    evaluate: async <T>(expression: string) => (await page.evaluate(expression)) as T,
    click: async (found) => (await at(found)).click(),
    type: async (found, text) => (await at(found)).type(text),
    choose: async (found, file) => (await at(found)).uploadFile(file),
    ctrl: async (key) => {
      await page.keyboard.down('Control');
      await page.keyboard.press(key as KeyInput);
      await page.keyboard.up('Control');
    },
    close: () => browser.close(),
  };
}
