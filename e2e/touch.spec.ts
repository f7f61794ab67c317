import type { Page } from '@playwright/test';
import { expect, open, signIn, test } from './office.ts';
import { fillScreens } from './screens.ts';

test.beforeAll(({ browser, office }) => fillScreens(browser, office));

/** The screens used most, and the dialogs over them. */
const busiest = [
  '/',
  '/book',
  '/book/B0001',
  '/book/B0001/words',
  '/book/update/B0001',
  '/book/import',
  '/book/import/1',
  '/series',
  '/roadmap/1',
  '/collection',
  '/collection/sea-tales',
  '/collection/update/sea-tales',
  '/reservation',
  '/release/1',
  '/calendar?on=2035-05-16&span=list',
  '/customer/code/1',
  '/code',
  '/code/batch/create?cust_idx=1',
  '/event/1',
  '/audit',
  '/settings',
];

/**
 * Targets that a finger misses: less than 44 px high or wide, counted with all around that still hits them, while another
 * target is so near that the miss hits it. Links inside a line of text may be small.
 */
const missed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 44;
    const step = 3;
    const pressed = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=option]';
    const shown = document.querySelector('dialog[open], [role=dialog]') ?? document;
    const targets = [...shown.querySelectorAll(pressed)].filter(
      (one) =>
        one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        one.getBoundingClientRect().width > 1 &&
        !one.closest('[aria-hidden=true], [inert]'),
    );
    const isInText = (one: Element) =>
      one.tagName === 'A' &&
      getComputedStyle(one).display === 'inline' &&
      (one.parentElement?.textContent ?? '').trim() !== one.textContent.trim();
    const hitAt = (x: number, y: number) => {
      const found = document.elementFromPoint(x, y);
      return found?.closest(pressed) ?? found?.closest('label')?.control ?? null;
    };
    return targets.flatMap((one) => {
      one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const box = one.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const isOwn = (hit: Element | null) => hit !== null && (hit.contains(one) || one.contains(hit));
      // Covered, or scrolled out of its own box: not to be hit at all.
      if (!isOwn(hitAt(x, y)) || isInText(one)) return [];
      const reach = (right: number, down: number) => {
        let far = 0;
        while (far < least && isOwn(hitAt(x + right * (far + step), y + down * (far + step)))) far += step;
        return far;
      };
      const [width, height] = [reach(-1, 0) + reach(1, 0) + step, reach(0, -1) + reach(0, 1) + step];
      if (Math.min(width, height) >= least - step) return [];
      const around = [-21, -14, -7, 0, 7, 14, 21];
      const near = around.flatMap((right) => around.map((down) => hitAt(x + right, y + down)));
      if (near.every((hit) => hit === null || isOwn(hit))) return [];
      const name = one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 30);
      return [`${one.tagName.toLowerCase()} “${name}” ${width}×${height}`];
    });
  });

test.describe(() => {
  let page: Page;
  test.beforeAll(async ({ browser, office }) => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 780 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    await signIn(context, office);
    page = await context.newPage();
  });
  test.afterAll(() => page.context().close());

  for (const screen of busiest)
    test(`on a phone a finger hits every target of ${screen}`, async ({ office }) => {
      await open(page, office, screen);
      if (await page.locator('body[data-fragment]').count())
        await page.locator('[role=dialog] [data-view][data-ready]').waitFor();
      expect(await missed(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });

  test('on a phone a tap beside a tick still ticks it, and a button is 44 px high', async ({ office }) => {
    await open(page, office, '/book');
    const tick = page.locator('tbody').getByRole('checkbox').first();
    const box = await tick.boundingBox();
    if (!box) throw new Error('There is no row.');
    // Beside the box that is drawn, a tap still ticks it.
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2 - 19);
    await expect(tick).toBeChecked();
    expect((await page.getByRole('link', { name: 'New book' }).boundingBox())?.height).toBe(44);
  });

  test('on a phone the rows of an import are cards: what is wrong, and the other cells on demand', async ({
    office,
  }) => {
    await open(page, office, '/book/import/1?filter=rejected');
    const cells = page.getByRole('button', { name: /^Edit Series/ });
    await expect(cells.first()).toBeHidden();
    await page
      .getByRole('button', { name: /^All cells/ })
      .first()
      .tap();
    await expect(cells.first()).toBeVisible();
    const { x = 0, width = 0 } = (await cells.first().boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(360);
  });
});

test('with a mouse nothing is larger than before', async ({ page, office }) => {
  await open(page, office, '/book');
  expect((await page.getByRole('link', { name: 'New book' }).boundingBox())?.height).toBe(36);
  expect((await page.locator('tbody tr').first().boundingBox())?.height).toBeLessThan(42);
});
