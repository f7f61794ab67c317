import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type Axe from 'axe-core';

// Half as large as what the package calls its source, which each page would compile.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The violations axe finds on a page, as `rule: elements`. What fades in is judged as it ends up, because half way its
 * contrast is nobody's choice; it is put there, because waiting has no end where an animation stands still. The script,
 * as large as all of a page's, is loaded once per page load, however often it runs.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  for (const frame of page.frames()) if (!(await frame.evaluate('"axe" in window'))) await frame.evaluate(source);
  const violations = await page.evaluate(async () => {
    for (const one of document.getAnimations()) if (one.effect?.getComputedTiming().endTime !== Infinity) one.finish();
    const loaded = (globalThis as unknown as { axe: typeof Axe }).axe;
    return (await loaded.run(document, { resultTypes: ['violations'] })).violations;
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
