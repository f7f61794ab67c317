import { useEffect, useRef, useState } from 'react';
import { client } from '#client/api.ts';
import { isRich, textFields } from '#features/collection/collection-texts.public.tsx';
import type { ShownDraft } from '#features/draft/draft.public.ts';
import type { Page } from '#kernel/db/paging.ts';
import { findDraft, forgetDraft, storeDraft } from '#ui/form/drafts.ts';
import { useInterface } from '#ui/interface.tsx';
import { type ListQuery, listUrl } from '#ui/page/list-url.ts';
import { type Cell, cellKey, type Drafts, pastedCells, withDraft, withoutDrafts } from './desk.rules.ts';
import type { localizeApi, MatrixFilter, TextCard } from './localize.contract.ts';
import type { MatrixRow } from './matrix.read.ts';
import type { TextFigures } from './text-figures.read.ts';
import { useDesk } from './use-desk.ts';
import { useSaveDrafts } from './use-save-drafts.ts';

const call = client<typeof localizeApi>();

// Cells that one only passes are not asked about. Milliseconds.
const pause = 120;

/** What is known of the text in a cell, once it has come; again whenever the page has changed. */
function useTextCard(cell: Cell | null): { card: TextCard | null; failed: string | null } {
  const { arrival } = useInterface();
  const [found, setFound] = useState<{ key: string; card: TextCard | null; failed: string | null } | null>(null);
  const key = cell && cellKey(cell);
  useEffect(() => {
    if (!cell || key === null) return;
    const { cid, locale, field } = cell;
    const abort = new AbortController();
    const request = async () => {
      const { signal } = abort;
      try {
        const { results } = await call('GET /api/v5/collection/:cid/localize/:locale/text', {
          params: { cid, locale },
          query: { field },
          signal,
        });
        setFound({ key, card: results, failed: null });
      } catch (error) {
        if (!signal.aborted) setFound({ key, card: null, failed: error instanceof Error ? error.message : '' });
      }
    };
    const later = setTimeout(() => void request(), pause);
    return () => {
      clearTimeout(later);
      abort.abort();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is the cell
  }, [key, arrival.number]);
  return found && found.key === key ? found : { card: null, failed: null };
}

interface TranslationOptions {
  path: string;
  query: MatrixFilter & ListQuery;
  figures: TextFigures;
  collections: Page<MatrixRow>;
  /** Rows of a page. */
  size: number;
  /** As shown. */
  rows: readonly MatrixRow[];
}

/** The work at the desk: the cell, the drafts, what is known of the text in the cell, and saving. */
export function useTranslation({ path, query, figures, collections, size, rows }: TranslationOptions) {
  const field = query.text ?? 'title';
  const lack = query.lack ?? 'missing';
  const [drafts, change] = useDrafts();
  const saving = useSaveDrafts(drafts, change);

  /** The pages with more of what is lacking: the next one of this text, then those of the other texts. */
  const further = (tried: ReadonlySet<string>): string | null => {
    const isNarrowed = query.lack === lack;
    const at = textFields.indexOf(field);
    const others = [...textFields.slice(at + 1), ...textFields.slice(0, at)];
    const page = isNarrowed ? collections.page + 1 : 1;
    const own = (page - 1) * size < figures.lacking[lack] ? [{ text: query.text, lack, page }] : [];
    const rest = lack === 'missing' ? others.filter((one) => figures.missing[one] > 0) : [];
    const hrefs = [...own, ...rest.map((text) => ({ text, lack, page: 1 }))].map((to) => listUrl(path, query, to));
    return hrefs.find((href) => !tried.has(href)) ?? null;
  };
  const desk = useDesk({ rows, field, lack, drafts, change, further });
  const { cell } = desk;
  const { card, failed } = useTextCard(cell);
  const { isSaving } = saving;
  const wasSaving = useRef(false);
  useEffect(() => {
    // While saving, nothing on the desk has the focus.
    const isDone = wasSaving.current && !isSaving;
    if (isDone && cell) desk.rest(cell);
    else if (isDone) document.querySelector<HTMLElement>('[data-cell]')?.focus();
    wasSaving.current = isSaving;
  });

  /** What somebody else has saved under a draft; undefined if nobody has. */
  const theirsIn = (one: Cell): string | undefined => {
    const draft = drafts[cellKey(one)];
    if (!draft) return undefined;
    const isOpen = cell !== null && cellKey(cell) === cellKey(one);
    // The grid has only the beginning of a rich text.
    const now = isRich(one.field) ? (isOpen ? card?.own.text : undefined) : rowText(rows, one);
    const theirs = saving.theirs[cellKey(one)] ?? now;
    return theirs === undefined || same(theirs, draft.base) || same(theirs, draft.text) ? undefined : theirs;
  };

  return {
    field,
    lack,
    desk,
    saving,
    drafts,
    count: Object.keys(drafts).length,
    card,
    failed,
    theirsIn,
    isDisputed: (one: Cell) => theirsIn(one) !== undefined,
    /** Ends the drafts of a collection, which may be gone. */
    discardAll: (cid: string) =>
      change((now) =>
        withoutDrafts(
          now,
          Object.values(now).filter((draft) => draft.cid === cid),
        ),
      ),
    discard: (one: Cell) => {
      change((now) => withoutDrafts(now, [one]));
      saving.settle(one);
    },
    /** Goes on with a draft over what somebody else has saved. */
    overwrite: (one: Cell) => {
      const [key, theirs] = [cellKey(one), theirsIn(one)];
      change((now) => (now[key] && theirs !== undefined ? { ...now, [key]: { ...now[key], base: theirs } } : now));
      saving.settle(one);
    },
    /** Makes drafts of what a machine made of texts where nobody has typed. */
    take: (all: readonly ShownDraft[]) =>
      change((now) =>
        all.reduce((taken, { id: cid, locale, field: of, text, over }) => {
          const title = rows.find((row) => row.cid === cid)?.title;
          const to = { cid, locale, field: of };
          if (title === undefined || text === null || taken[cellKey(to)]) return taken;
          return withDraft(taken, { ...to, title, text, base: over });
        }, now),
      ),
    paste: (text: string, from: Cell): boolean => {
      const cells = pastedCells(text, rows, from);
      if (!cells) return false;
      change((now) =>
        cells.reduce(
          (all, { row, cell: to, text: given }) =>
            withDraft(all, { ...to, title: row.title, text: given, base: rowText(rows, to) }),
          now,
        ),
      );
      return true;
    },
  };
}

export type Translation = ReturnType<typeof useTranslation>;

const same = (a: string, b: string) => a.trim() === b.trim();

const rowText = (rows: readonly MatrixRow[], { cid, locale }: Cell) =>
  rows.find((row) => row.cid === cid)?.texts[locale]?.text ?? '';

const record = 'collection/matrix';
const nothing = { values: {}, version: undefined };

/** The drafts of the grid, kept in the tab like those of forms, from page to page and through reloads. */
function useDrafts() {
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
