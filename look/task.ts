import type { Locator, Page } from '@playwright/test';
import { open } from './office.ts';

/** Counts clicks and drags on a page, and keys that act, such as Enter and shortcuts; typing does not count. */
interface Hand {
  page: Page;
  press: (what: Locator, options?: Parameters<Locator['click']>[0]) => Promise<void>;
  key: (name: string) => Promise<void>;
  drag: (what: Locator, to: Locator) => Promise<void>;
  choose: (what: Locator, file: { name: string; mimeType: string; buffer: Buffer }) => Promise<void>;
}

/** A usual task of staff, with the most clicks it may take. */
export interface Task {
  name: string;
  most: number;
  start: string;
  act: (hand: Hand) => Promise<void>;
}

/** A button by its whole name, or by a part of it. */
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** Does a task, and counts the clicks it takes. */
export async function clicksOf({ start, act }: Task, page: Page, url: string): Promise<number> {
  let clicks = 0;
  const counted = async (pressing: Promise<void>) => {
    clicks += 1;
    await pressing;
  };
  await open(page, url + start);
  await act({
    page,
    press: (what, options) => counted(what.click(options)),
    key: (name) => counted(page.keyboard.press(name)),
    drag: (what, to) => counted(dragTo(page, what, to)),
    choose: (what, file) => counted(what.setInputFiles(file)),
  });
  return clicks;
}

/** Drags an element into another, clear of its head. */
async function dragTo(page: Page, what: Locator, to: Locator): Promise<void> {
  await what.hover();
  await page.mouse.down();
  const box = await to.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 60, { steps: 5 });
  await page.mouse.up();
}
