/** What a person looks for on a page: something to press, a field, or a cell of a sheet. */
export type Kind = 'act' | 'field' | 'cell';

/** Runs in the page: the element of this name in the topmost dialog or on the page, in sight; null if there is none. */
function findIn(kind: Kind, name: string): Element | null {
  const kinds = {
    act: 'button, a[href], summary, [role=tab]',
    field: 'input, textarea, select, [contenteditable=true]',
    cell: '[data-cell]',
  };
  const isShown = (element: Element) => element.getClientRects().length > 0 && !element.closest('[inert]');
  const labelOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent ??
    (element as HTMLInputElement).labels?.[0]?.textContent ??
    element.textContent;
  const nameOf = (element: Element) => labelOf(element).replaceAll(/\s+/g, ' ').replace(/ ?\*$/, '').trim();
  const root = [...document.querySelectorAll('dialog[open], [role=dialog]')].findLast(isShown) ?? document;
  // What a field offers stands outside its dialog.
  const offered = kind === 'act' ? [...document.querySelectorAll('[role=option]')] : [];
  const all = [...offered, ...root.querySelectorAll(kinds[kind])].filter(
    (element) => isShown(element) && !element.matches(':disabled'),
  );
  const found =
    all.find((element) => nameOf(element) === name || element.getAttribute('name') === name) ??
    all.find((element) => nameOf(element).startsWith(name));
  found?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return found ?? null;
}

/** The expression that finds it. */
export const found = (kind: Kind, name: string): string =>
  `(${findIn.toString()})(${JSON.stringify(kind)}, ${JSON.stringify(name)})`;
