import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isEnter } from '#client/composition.ts';
import { notify } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import type { TextField } from '#features/collection/collection.public.ts';
import { type Locale, locales } from '#kernel/messages/locale.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { type Cell, cellKey, type Drafts, type GridRow, type Lack, nextLacking, withDraft } from './desk.rules.ts';
import type { LocalizeWords } from './localize.messages.ts';

interface DeskOptions {
  rows: readonly GridRow[];
  field: TextField;
  lack: Lack;
  drafts: Drafts;
  change: (next: (now: Drafts) => Drafts) => void;
  /** Where the next texts of this kind may be, once those of the page are written; null at the end. */
  further: (tried: ReadonlySet<string>) => string | null;
}

/** The cell of the grid that has the focus, what is typed in it, and how the keys go from cell to cell. */
export function useDesk({ rows, field, lack, drafts, change, further }: DeskOptions) {
  const t = useT<LocalizeWords>();
  const act = useAct();
  const { arrival } = useInterface();
  const [cursor, setCursor] = useState<{ cid: string; locale: Locale; isEditing: boolean } | null>(null);
  const seeking = useRef<Set<string> | null>(null);
  /** The draft as it was when the editing of its cell began. */
  const before = useRef<string | null>(null);
  const row = rows.find(({ cid }) => cid === cursor?.cid);
  const cell: Cell | null = cursor && row ? { cid: row.cid, locale: cursor.locale, field } : null;

  const go = (to: Cell, isEditing: boolean) => {
    before.current = drafts[cellKey(to)]?.text ?? null;
    setCursor({ cid: to.cid, locale: to.locale, isEditing });
    if (!isEditing) focusCell(to);
  };
  const write = (to: Cell, text: string, { base, madeOf }: { base?: string | undefined; madeOf?: string[] } = {}) => {
    const target = rows.find(({ cid }) => cid === to.cid);
    const stored = base ?? target?.texts[to.locale]?.text ?? '';
    if (target) change((now) => withDraft(now, { ...to, title: target.title, text, base: stored, madeOf }));
  };

  const seek = (tried: Set<string>, after: Cell | null) => {
    const found = nextLacking(rows, { field, lack, drafts, after });
    const href = found ? null : further(tried);
    seeking.current = href === null ? null : tried.add(href);
    if (found) go(found, true);
    else if (href === null) void notify({ message: t('localize.desk_nothing') });
    else
      act(async () => {
        await navigateInPage(href).catch((error: unknown) => {
          seeking.current = null;
          throw error;
        });
      }, t('table.filter_failed'));
  };
  // The page that was asked for in search of the next text has come.
  useEffect(() => {
    if (seeking.current) seek(seeking.current, null);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [arrival.number]);

  /** The cell a step away, in the order of reading or below; undefined at the edges. */
  const beside = (from: Cell, step: { right?: number; down?: number }): Cell | undefined => {
    const at = rows.findIndex(({ cid }) => cid === from.cid);
    const column = locales.indexOf(from.locale) + (step.right ?? 0);
    const wrapped = step.down === undefined && rows.length > 0;
    const down = (step.down ?? 0) + (wrapped ? Math.floor(column / locales.length) : 0);
    const locale = locales[wrapped ? (column + locales.length) % locales.length : column];
    const target = rows[at + down];
    return target && locale && { cid: target.cid, locale, field };
  };

  /** The keys of a cell that is being edited. */
  const onEditKey = (event: KeyboardEvent, from: Cell) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'Escape') {
      event.stopPropagation();
      write(from, before.current ?? rowText(rows, from));
      go(from, false);
    } else if (isEnter(event) && (!shiftKey || field === 'title')) {
      const below = beside(from, { down: 1 });
      go(below ?? from, below !== undefined);
    } else if (key === 'Tab') {
      const next = beside(from, { right: shiftKey ? -1 : 1 });
      if (!next) return setCursor({ cid: from.cid, locale: from.locale, isEditing: false });
      go(next, true);
    } else return;
    event.preventDefault();
  };

  /** The keys of a cell that only has the focus. */
  const onCellKey = (event: KeyboardEvent, from: Cell) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const step = steps[event.key];
    const next = step && beside(from, step);
    if (event.key === 'F2') go(from, true);
    else if (next) go(next, false);
    else return;
    event.preventDefault();
  };

  return {
    cell,
    row,
    isEditing: cursor?.isEditing ?? false,
    edit: (to: Cell) => go(to, true),
    /** Puts the focus back on a cell, no longer edited. */
    rest: (to: Cell) => go(to, false),
    /** A cell got the focus. */
    enter: (to: Cell) => {
      if (!cell || cellKey(cell) !== cellKey(to)) setCursor({ cid: to.cid, locale: to.locale, isEditing: false });
    },
    next: () => seek(new Set(), cell),
    write,
    onEditKey,
    onCellKey,
  };
}

export type Desk = ReturnType<typeof useDesk>;

const steps: Record<string, { right?: number; down?: number }> = {
  ArrowRight: { right: 1 },
  ArrowLeft: { right: -1 },
  ArrowDown: { right: 0, down: 1 },
  ArrowUp: { right: 0, down: -1 },
};

const rowText = (rows: readonly GridRow[], { cid, locale }: Cell) =>
  rows.find((row) => row.cid === cid)?.texts[locale]?.text ?? '';

/** Focuses a cell once it is drawn as one that is not edited. */
function focusCell(cell: Cell): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cellKey(cell))}"]`)?.focus(),
  );
}
