// How long a row stays marked. Milliseconds.
const shownMs = 6000;

const rowsOf = () => document.querySelectorAll<HTMLElement>('main [data-key]');

/** What the rows of the page say, by their keys. */
export const textsOfRows = (): Map<string, string> =>
  new Map([...rowsOf()].map((row) => [row.dataset['key'] ?? '', row.textContent]));

/** Marks the rows that say something else than before, for some seconds. */
export function markChangedRows(before: ReadonlyMap<string, string>, why: string): void {
  for (const row of rowsOf()) {
    const text = before.get(row.dataset['key'] ?? '');
    if (text === undefined || text === row.textContent) continue;
    row.dataset['changed'] = '';
    row.title = why;
    setTimeout(() => {
      delete row.dataset['changed'];
      row.removeAttribute('title');
    }, shownMs);
  }
}
