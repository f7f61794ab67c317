import type { Locator, Page } from '@playwright/test';
import { open } from './office.ts';

/** Counts clicks on a page, and keys that act, such as Enter and shortcuts; typing does not count. */
interface Hand {
  page: Page;
  press: (what: Locator, options?: Parameters<Locator['click']>[0]) => Promise<void>;
  key: (name: string) => Promise<void>;
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
    choose: (what, file) => counted(what.setInputFiles(file)),
  });
  return clicks;
}
