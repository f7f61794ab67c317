import type { z } from 'zod';
import type { MessageValues } from '#kernel/messages/messages.ts';
import { ApiError, client } from './api.ts';
import { notify, openFragment } from './dialogs.ts';
import { renewWorkBar } from './live/work-bar.ts';

// Hands a change that staff made on a page to the dialog that puts it into a release. Neither side knows the other: the
// page says what would be saved, the dialog asks where it goes.

/**
 * A change of one record, or the same change of the selected books, in place of saving it; with `collection`, that adds
 * these books to it.
 */
export type Staged = { title: string; values: Record<string, unknown> } & ( // Without an id, it adds a record.
  | { kind: string; id?: string; version?: number | undefined }
  | { selection: { ids: string[] } | { filter: object; except?: string[] | undefined }; collection?: string }
);

let staged: Staged | null = null;

/** What was handed over last, for the dialog. */
export const findStaged = (): Staged | null => staged;

type PutApi = Record<
  `PUT ${string}`,
  {
    summary: string;
    body: z.ZodType<Record<string, unknown>>;
    response: z.ZodType<{ results: { act_idx: number } }>;
  }
>;
const call = client<PutApi>();

/** Adds a change to a release by the address of its changes; returns the act, for its undo. */
export async function putStaged(add: string, change: Staged): Promise<number> {
  const { values } = change;
  const isOfMany = 'selection' in change;
  const body = isOfMany
    ? { selection: change.selection, collection: change.collection, values }
    : { kind: change.kind, id: change.id, version: change.version, values, merge: true };
  return (await call(`PUT ${isOfMany ? `${add}/selected` : add}`, { body })).results.act_idx;
}

/** Says that a change is in the release of this name, and offers to undo that. */
export async function notePut(name: string, undo: number): Promise<void> {
  void renewWorkBar();
  void notify({ message: await textOf('form.put_done', { name }), undo, undone: renewWorkBar });
}

// Loaded once a page asks: the server, which draws the views that import this, has no page.
const textOf = async (key: string, values?: MessageValues): Promise<string> =>
  (await import('./page-interface.ts')).pageInterface.text(key, values);

/**
 * Adds a change to the release that the person works on, else asks to which one; whether it is there now.
 */
export async function stage(change: Staged): Promise<boolean> {
  const bar = document.querySelector<HTMLElement>('[data-working][data-add]');
  const { add } = bar?.dataset ?? {};
  if (bar && add !== undefined) {
    try {
      await notePut(bar.getAttribute('aria-label') ?? '', await putStaged(add, change));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const message = error.status === 0 ? await textOf('error.network') : error.message;
      void notify({ title: await textOf('form.put_failed'), message, tone: 'problem' });
      return false;
    }
  }
  staged = change;
  const done = await openFragment('/release/into');
  staged = null;
  return done === true;
}
