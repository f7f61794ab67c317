// A selector is read-only until it is used.
const fields = [
  'input:not([type="hidden"], [readonly]:not([role="combobox"]))',
  'textarea',
  'select',
  '[contenteditable="true"]',
];
const buttons = ['button', 'a[href]'];

const findIn = (within: ParentNode, selector: string): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.checkVisibility() && !element.matches(':disabled'),
  );

/** Focuses the field to begin with: the first to fill in, or the first button if there is none. */
export function focusFirst(within: ParentNode): void {
  const any = fields.join();
  // A picker that has what it needs is not where the work begins.
  const first =
    findIn(within, '[autofocus]') ?? findIn(within, `:is(${any}):not([data-picked] *)`) ?? findIn(within, any);
  (first ?? findIn(within, buttons.join()))?.focus();
}

/** Focuses a field by its name; false if it is not shown. */
export function focusField(within: ParentNode | null, name: string): boolean {
  if (!within) return false;
  // A selector keeps its name on a hidden input, next to the visible one.
  const field =
    findIn(within, `[name="${name}"]:not([type="hidden"])`) ??
    findIn(within, fields.map((one) => `[data-field="${name}"] ${one}`).join());
  field?.focus();
  return field !== undefined;
}

/** Returns the focus to where it was before an act; if that is gone, to the button that saves the form, or its rest. */
export function returnFocus(to: Element | null, form: HTMLFormElement | null): void {
  if (document.activeElement !== document.body) return;
  const save = form && findIn(form, '[type="submit"]');
  if (to instanceof HTMLElement && to !== document.body && to.isConnected) to.focus({ preventScroll: true });
  else if (save) save.focus({ preventScroll: true });
  else if (form) focusFirst(form);
}
