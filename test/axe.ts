import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * The violations axe finds on a page, as `rule: elements`. Its script, as large as all of a page's, is loaded once per
 * page load, however often it runs. Contrast takes most of its time, and does not depend on the language:
 * `contrast: false` leaves it out where other tests look at the same elements in the same colours.
 */
export async function axeViolations(page: Page, { contrast = true } = {}): Promise<string[]> {
  for (const frame of page.frames()) if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(axe.source);
  const violations = await page.evaluate(async (enabled) => {
    const loaded = (globalThis as unknown as { axe: typeof axe }).axe;
    const rules = { 'color-contrast': { enabled } };
    return (await loaded.run(document, { resultTypes: ['violations'], rules })).violations;
  }, contrast);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
