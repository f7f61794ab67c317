/** What a control says of itself: its text, whether it is ticked or open, which part is chosen. */
type Said = string | boolean;

const used = 'input, textarea, select, summary, [aria-expanded], [aria-pressed], [aria-selected]';

// What each control of the page said before it was first used.
const before = new Map<Element, Said>();

function saidBy(control: Element): Said {
  if (control instanceof HTMLInputElement)
    return control.type === 'checkbox' || control.type === 'radio' ? control.checked : control.value;
  if (control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement) return control.value;
  if (control.parentElement instanceof HTMLDetailsElement) return control.parentElement.open;
  return ['expanded', 'pressed', 'selected'].map((name) => control.getAttribute(`aria-${name}`)).join();
}

/** Notes what controls say before they are used. To be called once. */
export function watchHand(): void {
  const note = ({ target }: Event) => {
    const control = target instanceof Element && target.closest(used);
    if (control && !before.has(control)) before.set(control, saidBy(control));
  };
  for (const name of ['pointerdown', 'keydown', 'focusin']) addEventListener(name, note, true);
}

/**
 * Whether a person has set something in a view that is stored nowhere and that drawing it anew would undo: a text to
 * search for, a ticked row, an open part, a chosen tab.
 */
export function isSetByHand(view: Element): boolean {
  for (const control of before.keys()) if (!control.isConnected) before.delete(control);
  return [...before].some(([control, said]) => view.contains(control) && saidBy(control) !== said);
}

/** What controls that store something say now is stored: they are no longer set by hand alone. */
export function forgetStored(): void {
  for (const control of before.keys())
    if (control.matches('[aria-pressed], select, input:not([type="search"])')) before.delete(control);
}
