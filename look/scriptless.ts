import type { Browser, Page } from '@playwright/test';
import { record } from './figures.ts';
import type { LookedAt } from './office.ts';
import { everyScreen } from './screens.ts';

/** Opens every screen with scripts off: fields that only scripts could read must not look editable. */
export async function lookWithoutScripts(browser: Browser, office: LookedAt): Promise<void> {
  const scripted = await office.context(browser);
  const screens = await everyScreen(await scripted.newPage(), office);
  await scripted.close();
  const context = await office.context(browser, { javaScriptEnabled: false }, { lang: 'en' });
  const page = await context.newPage();
  const dead: string[] = [];
  const empty: string[] = [];
  for (const address of screens) {
    await page.goto(office.url + address);
    dead.push(...(await deadFields(page)).map((found) => `${address}: ${found}`));
    if ((await page.locator('main').innerText()).trim() === '') empty.push(address);
  }
  record({ name: 'fields that look editable and are not, without scripts', value: dead.length, most: 0, found: dead });
  record({ name: 'screens without content, without scripts', value: empty.length, most: 0, found: empty });
  await context.close();
}

/** Fields outside any form that the browser itself can send, drawn as if they took something. */
const deadFields = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isDrawn = (field: Element) => {
      const { borderTopColor, borderTopWidth, backgroundColor, opacity, pointerEvents } = getComputedStyle(field);
      const clear = (colour: string) => colour === 'transparent' || colour.endsWith(', 0)');
      const isBoxed = (parseFloat(borderTopWidth) > 0 && !clear(borderTopColor)) || !clear(backgroundColor);
      const isTick = field.matches('[type=checkbox], [type=radio]');
      return pointerEvents !== 'none' || (isTick ? Number(opacity) > 0.5 : isBoxed);
    };
    const fields = document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), select, textarea');
    return [...fields]
      .filter((field) => field.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((field) => field.getBoundingClientRect().width > 1)
      .filter(({ form, name, disabled }) => !disabled && !(name && form?.matches('[action], [method]')))
      .filter(isDrawn)
      .map((field) => `${field.type} “${field.getAttribute('aria-label') ?? (field.name || field.id)}”`);
  });
