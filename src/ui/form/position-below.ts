/** Positions what is drawn over the page below its field, or above it where there is more room; always within the window. */
export function positionBelow(field: HTMLElement, panel: HTMLElement): void {
  const at = field.getBoundingClientRect();
  const height = panel.offsetHeight + 4;
  const isAbove = at.bottom + height > innerHeight && at.top > height;
  panel.style.top = `${isAbove ? at.top - height : Math.max(4, Math.min(at.bottom + 4, innerHeight - height))}px`;
  panel.style.left = `${Math.max(8, Math.min(at.left, innerWidth - panel.offsetWidth - 8))}px`;
}
