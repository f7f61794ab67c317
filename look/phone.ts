import type { Browser, Page } from '@playwright/test';
import { record } from './figures.ts';
import { type LookedAt, open } from './office.ts';
import { everyScreen } from './screens.ts';

const viewport = { width: 360, height: 740 };

/** Sheets with many columns: they scroll sideways in their own frame. */
const sheets = ['/book/B1/units'];

/** Lists, where staff come for the rows: not those of a record or a report, or below the uploader of a sheet. */
const isList = (address: string) => !/^\/((book|collection|customer)\/|report\/platform)/.test(address);

/** Opens every screen on a small phone, in two languages: nothing is cut, and lists begin in the first half. */
export async function lookOnPhone(browser: Browser, office: LookedAt): Promise<void> {
  for (const lang of ['en', 'ko']) {
    const context = await office.context(browser, { viewport, reducedMotion: 'reduce' }, { lang });
    const page = await context.newPage();
    const cut: string[] = [];
    const low: string[] = [];
    for (const address of await everyScreen(page, office)) {
      await open(page, office.url + address);
      if (!sheets.includes(address)) cut.push(...(await cutTexts(page)).map((found) => `${address}: ${found}`));
      const top = await topOfRows(page);
      if (top !== null && top > viewport.height / 2 && isList(address)) low.push(`${address}: ${top} px`);
    }
    record({ name: `texts and fields cut at 360 px, ${lang}`, value: cut.length, most: 0, found: cut });
    record({ name: `lists that begin below half of a phone, ${lang}`, value: low.length, most: 0, found: low });
    await context.close();
  }
}

/**
 * Texts and fields of the page, or of its dialog, that end beyond the window or what clips them. An ellipsis says that
 * there is more, and bars of links and buttons may scroll sideways.
 */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const endOf = (element: Element) => {
      let end = innerWidth;
      for (let box: Element | null = element; box; box = box.parentElement) {
        const { overflowX, textOverflow, clipPath, position } = getComputedStyle(box);
        if (clipPath !== 'none' || (overflowX !== 'visible' && textOverflow === 'ellipsis')) return Infinity;
        if (overflowX !== 'visible') end = Math.min(end, box.getBoundingClientRect().right);
        if (position === 'fixed') break;
      }
      return end;
    };
    const boxOf = (element: Element) => {
      if (element.matches('input, select, textarea, img')) return element.getBoundingClientRect();
      const text = document.createRange();
      text.selectNodeContents(element);
      return text.getBoundingClientRect();
    };
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const shown = document.querySelector('dialog[open], [role=dialog]') ?? document.querySelector('main');
    return [...(shown?.querySelectorAll('*') ?? [])]
      .filter((element) => hasText(element) || element.matches('input:not([type=hidden]), select, textarea, img'))
      .filter((element) => !element.closest('a, button, [role=tab]') || element.closest('td, th, h1, p'))
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((element) => ({ element, box: boxOf(element) }))
      .filter(({ box }) => box.width > 1 && box.height > 1)
      .filter(({ element, box }) => box.right > endOf(element) + 1.5)
      .map(({ element, box }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30);
        return `${element.tagName.toLowerCase()} “${name}” ends at ${Math.round(box.right)}`;
      });
  });

/** Where the first row of the list of a page begins, if it is a list. Pixels. */
const topOfRows = (page: Page): Promise<number | null> =>
  page.evaluate(() => {
    const rows = document.querySelectorAll('main :is([data-list] tbody tr, [role=region] > ol > li)');
    const first = [...rows].find((row) => row.checkVisibility());
    return first ? Math.round(first.getBoundingClientRect().top) : null;
  });
