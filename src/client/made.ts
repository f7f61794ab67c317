import { markPart } from './live/marks.ts';

/** A record that a dialog made: how its row is keyed in the list of its kind, and its title. */
export interface Made {
  id: string | number;
  title: string;
  /** The key of its row, if that is not its id. */
  row?: string;
  /** The page that shows it, if that is not the list of its kind. */
  at?: string;
  /** The act, if making it can be undone. */
  undo?: number;
}

/** The result of a dialog, if the dialog made a record. */
export function madeIn(result: unknown): Made | null {
  if (typeof result !== 'object' || result === null || !('id' in result) || !('title' in result)) return null;
  const row = 'row' in result ? { row: String(result.row) } : {};
  const at = 'at' in result ? { at: String(result.at) } : {};
  const undo = 'undo' in result && typeof result.undo === 'number' ? { undo: result.undo } : {};
  return { id: String(result.id), title: String(result.title), ...row, ...at, ...undo };
}

/** The act of what a dialog saved: `{ act }`, if it can be undone. */
export const actIn = (result: unknown): number | undefined =>
  typeof result === 'object' && result !== null && 'act' in result && typeof result.act === 'number'
    ? result.act
    : undefined;

/** The keys of the row of an element and of those after and before it: where the work goes on if it is gone. */
export function rowsNear(element: Element | null): string[] {
  const row = element?.closest<HTMLElement>('main [data-key]');
  const near = [row, row?.nextElementSibling, row?.previousElementSibling];
  return near.flatMap((one) => (one instanceof HTMLElement ? (one.dataset['key'] ?? []) : []));
}

/** Focuses what leads to the record of a row, or the row; false if it is not on the page. */
export function focusRow(key: string): boolean {
  const row = document.querySelector<HTMLElement>(`main [data-key="${CSS.escape(key)}"]`);
  if (!row) return false;
  const first = row.querySelector<HTMLElement>('a[href], button:not(:disabled)');
  if (!first) row.tabIndex = -1;
  (first ?? row).focus();
  return true;
}

// Some rows are loaded after the page. Milliseconds.
const longestMs = 10_000;

/** Brings the row of a new record into view, marks it, and moves the focus there, which screen readers announce. */
export function showMade(key: string): void {
  const show = () => {
    const row = document.querySelector<HTMLElement>(`main [data-key="${CSS.escape(key)}"]`);
    if (!row) return false;
    row.scrollIntoView({ block: 'center' });
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
    markPart(row);
    return true;
  };
  if (show()) return;
  const waiting = new MutationObserver(() => show() && waiting.disconnect());
  waiting.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => waiting.disconnect(), longestMs);
}
