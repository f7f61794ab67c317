import { useRef } from 'react';
import { type ApiError, isStale } from '#client/api.ts';
import { type Again, type Submission, useSubmit } from './use-submit.ts';

/** One text of a record and its stored version; a new record has none. */
export interface StoredText<Version extends number | undefined = number> {
  text: string;
  version: Version;
}

interface SaveOver<Version extends number | undefined> extends Submission {
  /** What somebody else has saved since; the person has to choose between the two. */
  theirs: StoredText | null;
  /** Saves over theirs. */
  saveMine: () => void;
  /** The text and version that the save replaces. */
  base: () => StoredText<Version | number>;
}

/**
 * Saves a record over the version it was loaded with. If somebody else has saved it since, their text of `field` is
 * shown beside the typed one, which stays; see {@link StaleChoice}. `again` creates it if somebody has deleted it.
 */
export function useSaveOver<Version extends number | undefined>(
  loaded: StoredText<Version>,
  field: string,
  save: (base: StoredText<Version | number>) => Promise<void>,
  again?: Again,
): SaveOver<Version> {
  const base = useRef<StoredText<Version | number>>(loaded);
  const submission = useSubmit(() => save(base.current), undefined, again);
  const theirs = theirsIn(submission.error, field);
  return {
    ...submission,
    theirs,
    saveMine: () => {
      if (theirs) base.current = theirs;
      submission.retry();
    },
    base: () => base.current,
  };
}

/** The stored text, if a save was refused because a newer version is stored. */
function theirsIn(error: ApiError | null, field: string): StoredText | null {
  if (!isStale(error)) return null;
  const { record, version } = error.details;
  if (typeof version !== 'number' || typeof record !== 'object' || record === null) return null;
  const value = new Map(Object.entries(record)).get(field);
  return { text: value === null || value === undefined ? '' : String(value), version };
}
