import type { TextField } from '#features/collection/collection.public.ts';
import { defaultLocale, type Locale, locales } from '#kernel/messages/locale.ts';

/** What texts in other languages can lack: they are missing, or the English was changed after them. */
export const lacks = ['missing', 'older'] as const;
export type Lack = (typeof lacks)[number];

/** A text as the grid shows it. Of a rich text it is only the beginning, in plain words. */
export interface ShownText {
  text: string;
  isOlder: boolean;
}

/** One cell of the grid. */
export interface Cell {
  cid: string;
  locale: Locale;
  field: TextField;
}

/** A text that is typed and not saved. */
export interface Draft extends Cell {
  /** The collection's. */
  title: string;
  text: string;
  /** What it was typed over. */
  base: string;
  /** Of a long text written by paragraph, the English that each is of, in plain words. */
  madeOf?: string[] | undefined;
}

/** The drafts of a person by the key of their cell, in the order in which they were begun. */
export type Drafts = Readonly<Record<string, Draft>>;

export const cellKey = ({ cid, locale, field }: Cell): string => `${locale} ${field} ${cid}`;

/** The drafts with another text in a cell; typing back what was there ends the draft. */
export function withDraft(drafts: Drafts, { cid, locale, field, title, text, base, madeOf }: Draft): Drafts {
  const key = cellKey({ cid, locale, field });
  const { [key]: known, ...others } = drafts;
  const over = known?.base ?? base;
  if (text.trim() === over.trim()) return others;
  return { ...drafts, [key]: { cid, locale, field, title, text, base: over, ...(madeOf && { madeOf }) } };
}

/** The drafts without these cells. */
export function withoutDrafts(drafts: Drafts, cells: readonly Cell[]): Drafts {
  const gone = new Set(cells.map(cellKey));
  return Object.fromEntries(Object.entries(drafts).filter(([key]) => !gone.has(key)));
}

/** The texts of one collection as a save takes them: what they are to be, what they were typed over, and what they are of. */
export function saveOf(drafts: readonly Draft[]) {
  const bodyOf = <T>(side: (draft: Draft) => T | undefined) => {
    const body: Partial<Record<Locale, Partial<Record<TextField, T>>>> = {};
    for (const draft of drafts) {
      const value = side(draft);
      if (value !== undefined) body[draft.locale] = { ...body[draft.locale], [draft.field]: value };
    }
    return body;
  };
  const madeOf = bodyOf((draft) => draft.madeOf);
  return {
    texts: bodyOf(({ text }) => text),
    base: bodyOf(({ base }) => base),
    ...(Object.keys(madeOf).length > 0 && { made_of: madeOf }),
  };
}

/** A collection of the grid with the shown text in each language that has it. */
export interface GridRow {
  cid: string;
  title: string;
  texts: Partial<Record<Locale, ShownText>>;
}

const lacksText = ({ texts }: GridRow, locale: Locale, lack: Lack): boolean => {
  const own = texts[locale];
  if (lack === 'older') return own?.isOlder === true;
  return locale !== defaultLocale && texts[defaultLocale]?.text !== '' && (own?.text ?? '') === '';
};

/**
 * The first cell after another one, row by row, that lacks something and has no draft; from the top after the last one.
 * Null if there is none.
 */
export function nextLacking(
  rows: readonly GridRow[],
  { field, lack, drafts, after }: { field: TextField; lack: Lack; drafts: Drafts; after: Cell | null },
): Cell | null {
  const cells = rows.flatMap((row) => locales.map((locale) => ({ row, cell: { cid: row.cid, locale, field } })));
  const from = after ? cells.findIndex(({ cell }) => cellKey(cell) === cellKey(after)) + 1 : 0;
  const inTurn = [...cells.slice(from), ...cells.slice(0, from)];
  const found = inTurn.find(({ row, cell }) => lacksText(row, cell.locale, lack) && !drafts[cellKey(cell)]);
  return found?.cell ?? null;
}

/** The cells that rows copied from a spreadsheet fill, from one cell to the right and down; null if it is one text. */
export function pastedCells(
  text: string,
  rows: readonly GridRow[],
  from: Cell,
): { row: GridRow; cell: Cell; text: string }[] | null {
  const isLines = from.field === 'title' && text.trim().includes('\n');
  if (!text.includes('\t') && !isLines) return null;
  const [top, left] = [rows.findIndex(({ cid }) => cid === from.cid), locales.indexOf(from.locale)];
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .flatMap((line, down) => {
      const row = rows[top + down];
      return line.split('\t').flatMap((given, right) => {
        const locale = locales[left + right];
        return row && locale ? [{ row, cell: { cid: row.cid, locale, field: from.field }, text: given.trim() }] : [];
      });
    });
}
