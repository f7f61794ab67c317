import { pagePath } from '#client/office-path.ts';
import type { Notice } from '../../client/dialogs.ts';
import { findStored, storeValue } from '../../client/stored.ts';
import { actsKey } from '../../client/undo-key.ts';

/** What can be undone: an act, and how the page shows that it was undone; a function undoes what is no act. */
export type Undoable = Pick<Notice, 'undone'> & { act: NonNullable<Notice['undo']> };

interface Stored {
  path: string;
  acts: (number | readonly number[])[];
}

/** More than anybody undoes step by step. */
const most = 50;

/**
 * What the person did on this page and can undo, the last one last. Acts survive a reload, which most of them end with,
 * but not going to another page.
 */
class UndoStack {
  private entries: Undoable[];

  constructor() {
    const stored: Stored | null = findStored(sessionStorage, actsKey);
    this.entries = stored?.path === pagePath() ? stored.acts.map((act) => ({ act })) : [];
  }

  add(entry: Undoable): void {
    this.entries = [...this.entries.filter(({ act }) => act !== entry.act), entry].slice(-most);
    this.store();
  }

  newest(): Undoable | undefined {
    return this.entries.at(-1);
  }

  has(entry: Undoable): boolean {
    return this.entries.includes(entry);
  }

  /** Removes what is being undone: whatever comes of it, it is not tried again. */
  take(entry: Undoable): void {
    this.entries = this.entries.filter((other) => other !== entry);
    this.store();
  }

  private store(): void {
    const acts = this.entries.flatMap(({ act }) => (typeof act === 'function' ? [] : [act]));
    storeValue(sessionStorage, actsKey, { path: pagePath(), acts } satisfies Stored);
  }
}

export const undoStack = new UndoStack();
