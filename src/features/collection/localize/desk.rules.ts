import type { Locale } from '#kernel/messages/locale.ts';
import type { TextField } from '../collection.rules.ts';

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
  text: string;
  /** What it was typed over. */
  base: string;
}

/** The drafts of a person by the key of their cell, in the order in which they were begun. */
export type Drafts = Readonly<Record<string, Draft>>;

export const cellKey = ({ cid, locale, field }: Cell): string => `${locale} ${field} ${cid}`;

/** The drafts with another text in a cell; typing back what was there ends the draft. */
export function withDraft(drafts: Drafts, cell: Cell, { text, base }: { text: string; base: string }): Drafts {
  const { [cellKey(cell)]: known, ...others } = drafts;
  const over = known?.base ?? base;
  return text.trim() === over.trim() ? others : { ...drafts, [cellKey(cell)]: { ...cell, text, base: over } };
}

/** Drafts as one save for each collection. */
export function savesOf(drafts: Drafts): Map<string, Draft[]> {
  return Map.groupBy(Object.values(drafts), ({ cid }) => cid);
}
