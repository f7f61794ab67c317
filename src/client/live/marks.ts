// How long a change stays marked. Milliseconds.
const shownMs = 6000;

/** The parts of the page that have a key: rows, fields, entries of a calendar. */
const keyed = () => document.querySelectorAll<HTMLElement>('main [data-key]');

/** The texts of these parts, by key. */
export const textsOfKeyed = (): Map<string, string> =>
  new Map([...keyed()].map((part) => [part.dataset['key'] ?? '', part.textContent]));

/** Marks the parts that are new or whose text has changed, for some seconds. */
export function markChanged(before: ReadonlyMap<string, string>, why: string): void {
  for (const part of keyed()) {
    if (before.get(part.dataset['key'] ?? '') === part.textContent) continue;
    markPart(part, why);
  }
}

/** Marks a part for some seconds. */
export function markPart(part: HTMLElement, why?: string): void {
  part.dataset['changed'] = '';
  if (why !== undefined) part.title = why;
  setTimeout(() => {
    delete part.dataset['changed'];
    if (why !== undefined) part.removeAttribute('title');
  }, shownMs);
}
