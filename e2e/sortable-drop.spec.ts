import type { Page } from '@playwright/test';
import { drop, expect, open, test } from './office.ts';

const count = 60;

test.beforeEach(async ({ page, office }) => {
  await office.sql('truncate series, level, book restart identity cascade');
  await office.sql("insert into series (title, position) select 'Series ' || n, n from generate_series(1, $1) n", [
    count,
  ]);
  await open(page, office, '/series');
  await page.getByRole('button', { name: 'Reorder series' }).click();
});

const handle = (page: Page, n: number) => page.getByRole('button', { name: `Move Series ${n}`, exact: true });
const positionOf = (page: Page, n: number) => page.getByLabel(`Position of Series ${n}`, { exact: true });

async function middleOf(page: Page, n: number) {
  const box = await handle(page, n).boundingBox();
  if (!box) throw new Error('The row is in view.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Lifts a series; returns once that is announced. */
async function lift(page: Page, n: number): Promise<void> {
  const from = await middleOf(page, n);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 6);
  await expect(page.getByText(`Series ${n} picked up`)).toBeAttached();
}

for (const height of [860, 480]) {
  test(`a series takes the place of the one it is dropped on, in a window of ${height} pixels`, async ({ page }) => {
    await page.setViewportSize({ width: 1366, height });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    for (const [lifted, on, position] of [
      [2, 4, '4'],
      [4, 3, '2'],
    ] as const) {
      const { x, y } = await middleOf(page, on);
      await lift(page, lifted);
      await page.mouse.move(x, y, { steps: 4 });
      await drop(page);
      await expect(positionOf(page, lifted)).toHaveValue(position);
    }
    // The wheel scrolls the list while a series is lifted.
    await lift(page, 3);
    await page.mouse.wheel(0, 44 * 20);
    await expect(handle(page, 23)).toBeInViewport();
    const list = page.getByRole('list', { name: 'Reorder series' });
    const [{ x }, frame] = [await middleOf(page, 23), await list.locator('..').boundingBox()];
    const y = Math.round((frame?.y ?? 0) + (frame?.height ?? 0) / 2);
    await page.mouse.move(x, y, { steps: 4 });
    // Lifted rows move aside, so the place is told by its distance from the start of the list.
    const start = (await list.boundingBox())?.y ?? 0;
    await drop(page);
    await expect(positionOf(page, 3)).toHaveValue(String(Math.floor((y - start) / 44) + 1));
  });
}

test('a series dropped at the moment in which the pointer arrives takes the place there', async ({ page }) => {
  const { x, y } = await middleOf(page, 6);
  await lift(page, 3);
  // As one, with nothing drawn in between: what happens when the hand is faster than the machine.
  await page.evaluate(
    ([clientX, clientY]) => {
      const at = { clientX, clientY, bubbles: true, isPrimary: true };
      document.dispatchEvent(new PointerEvent('pointermove', at));
      document.dispatchEvent(new PointerEvent('pointerup', at));
    },
    [x, y] as const,
  );
  await page.mouse.up();
  await expect(positionOf(page, 3)).toHaveValue('6');
});

test('under a search, one step moves a row over the next one that is shown', async ({ page }) => {
  await page.getByRole('searchbox', { name: 'Search titles' }).fill('2');
  await expect(handle(page, 3)).toHaveCount(0);
  await handle(page, 12).press('Alt+ArrowUp');
  await expect(positionOf(page, 12)).toHaveValue('2');
  await handle(page, 12).press('Alt+ArrowDown');
  await expect(positionOf(page, 12)).toHaveValue('3');
  await handle(page, 12).press('Alt+ArrowDown');
  await expect(positionOf(page, 12)).toHaveValue('20');
});
