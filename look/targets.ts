import type { Page } from '@playwright/test';

/** What can be pressed and is smaller than 24 px in a direction; links inside a line of text may be. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 24;
    const pressed =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=option]';
    const isInLine = (element: Element) =>
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim() !== element.textContent.trim();
    const labelled = (element: Element) =>
      element instanceof HTMLInputElement && (element.labels?.[0] ?? element.closest('label'));
    // A control of the browser's own is pressed by its label too.
    const boxOf = (element: Element) => {
      const own = element.getBoundingClientRect();
      const label = labelled(element);
      const box = label ? label.getBoundingClientRect() : own;
      return { width: Math.max(own.width, box.width), height: Math.max(own.height, box.height) };
    };
    return [...document.querySelectorAll(pressed)]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => element.getBoundingClientRect().width > 1 && !isInLine(element))
      .flatMap((element) => {
        const { width, height } = boxOf(element);
        if (width >= least && height >= least) return [];
        const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30);
        return [`${element.tagName.toLowerCase()} “${name}” ${Math.round(width)}×${Math.round(height)}`];
      });
  });
