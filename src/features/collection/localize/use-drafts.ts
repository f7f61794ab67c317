import { useEffect, useState } from 'react';
import { findDraft, forgetDraft, storeDraft } from '#ui/form/drafts.ts';
import type { Drafts } from './desk.rules.ts';

const record = 'collection/matrix';
const nothing = { values: {}, version: undefined };

/** The drafts of the grid, kept in the tab like those of forms, from page to page and through reloads. */
export function useDrafts() {
  const [drafts, setDrafts] = useState<Drafts | null>(null);
  useEffect(() => {
    // What is typed before this is a draft already.
    setDrafts((typed) => ({ ...findDraft<Drafts>(record)?.values, ...typed }));
  }, []);
  useEffect(() => {
    if (drafts === null) return;
    if (Object.keys(drafts).length === 0) forgetDraft(record);
    else storeDraft(record, { at: Math.floor(Date.now() / 1000), base: nothing, values: drafts });
  }, [drafts]);
  const change = (next: (now: Drafts) => Drafts) => setDrafts((now) => next(now ?? {}));
  return [drafts ?? {}, change] as const;
}
