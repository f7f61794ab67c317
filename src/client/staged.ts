import { openFragment } from './dialogs.ts';

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

/** Asks into which release a change goes; whether it is there now. */
export async function stage(change: Staged): Promise<boolean> {
  staged = change;
  const done = await openFragment('/release/into');
  staged = null;
  return done === true;
}
