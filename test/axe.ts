import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * The violations axe finds on a page, as `rule: elements`. What fades in is judged as it ends up, because half way its
 * contrast is nobody's choice; it is put there, because waiting has no end where an animation stands still. The script,
 * as large as all of a page's, is loaded once per page load, however often it runs.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  for (const frame of page.frames()) if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    for (const one of document.getAnimations()) if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
    const loaded = (globalThis as unknown as { axe: typeof axe }).axe;
    return (await loaded.run(document, { resultTypes: ['violations'] })).violations;
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
