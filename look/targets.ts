import type { Page } from '@playwright/test';

/**
 * Controls smaller than 24 px in a direction, without the 24 px spacing that makes up for it: WCAG 2.5.8. Links inside
 * a line of text may be small.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 24;
    const pressed =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=option]';
    const isInText = (element: Element) =>
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim() !== element.textContent.trim();
    // A native control can also be pressed by its label.
    const boxOf = (element: Element) => {
      const label = element instanceof HTMLInputElement && (element.labels?.[0] ?? element.closest('label'));
      const [own, box] = [element.getBoundingClientRect(), (label || element).getBoundingClientRect()];
      const [left, top] = [Math.min(own.left, box.left), Math.min(own.top, box.top)];
      return new DOMRect(left, top, Math.max(own.right, box.right) - left, Math.max(own.bottom, box.bottom) - top);
    };
    // While a dialog is open, only its controls can be pressed.
    const shown = document.querySelector('dialog[open], [role=dialog]') ?? document;
    const targets = [...shown.querySelectorAll(pressed)]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((element) => ({ element, box: boxOf(element) }))
      .filter(({ box }) => box.width > 1 && box.right > 0);
    const isSmall = ({ box }: (typeof targets)[number]) => box.width < least || box.height < least;
    const middleOf = ({ box }: (typeof targets)[number]) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    const isCrowded = (one: (typeof targets)[number]) => {
      const middle = middleOf(one);
      return targets.some((other) => {
        if (other === one || other.element.contains(one.element) || one.element.contains(other.element)) return false;
        const { x, y } = middleOf(other);
        if (isSmall(other)) return Math.hypot(x - middle.x, y - middle.y) < least;
        const { left, right, top, bottom } = other.box;
        const [aside, away] = [
          Math.max(left - middle.x, middle.x - right, 0),
          Math.max(top - middle.y, middle.y - bottom, 0),
        ];
        return Math.hypot(aside, away) < least / 2;
      });
    };
    return targets
      .filter((one) => isSmall(one) && !isInText(one.element) && isCrowded(one))
      .map(({ element, box }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30);
        return `${element.tagName.toLowerCase()} “${name}” ${Math.round(box.width)}×${Math.round(box.height)}`;
      });
  });
