import { describe, expect, test } from 'vitest';
import { type Cell, type Drafts, type GridRow, nextLacking, pastedCells, saveOf, withDraft } from './desk.rules.ts';

const text = (words: string, isOlder = false) => ({ text: words, isOlder });
const rows: GridRow[] = [
  {
    cid: 'a',
    title: 'Lamp',
    texts: { en: text('Lamp'), es: text('Farol'), jp: text('ランプ', true), tr: text('Lamba') },
  },
  { cid: 'b', title: 'Boat', texts: { en: text('Boat'), es: text('Barco'), ko: text('배'), jp: text('舟') } },
  { cid: 'c', title: 'Sea', texts: { en: text('') } },
];
const cell = (cid: string, locale: Cell['locale'], field: Cell['field'] = 'title'): Cell => ({ cid, locale, field });
const drafted = (...drafts: Cell[]) =>
  drafts.reduce<Drafts>((all, one) => withDraft(all, { ...one, title: 'x', text: 'new', base: '' }), {});

describe('The next text to write', () => {
  const next = (after: Cell | null, drafts: Drafts = {}, lack: 'missing' | 'older' = 'missing') =>
    nextLacking(rows, { field: 'title', lack, drafts, after });

  test('is the next missing one, row by row, and from the top after the last', () => {
    expect(next(null)).toEqual(cell('a', 'ko'));
    expect(next(cell('a', 'ko'))).toEqual(cell('b', 'tr'));
    expect(next(cell('b', 'tr'))).toEqual(cell('a', 'ko'));
  });

  test('is not one with a draft, nor one that is empty in English too', () => {
    expect(next(null, drafted(cell('a', 'ko')))).toEqual(cell('b', 'tr'));
    expect(next(null, drafted(cell('a', 'ko'), cell('b', 'tr')))).toBeNull();
  });

  test('is an older one where those are looked for', () => {
    expect(next(null, {}, 'older')).toEqual(cell('a', 'jp'));
    expect(next(null, drafted(cell('a', 'jp')), 'older')).toBeNull();
  });
});

describe('Pasted rows', () => {
  const filled = (pasted: string, from: Cell) =>
    pastedCells(pasted, rows, from)?.map(({ cell: to, text: given }) => [to.cid, to.locale, given]);

  test('fill the cells to the right and below, as far as there are any', () => {
    expect(filled('一\t이\t iki \tmore\r\n二\t이이\r\n', cell('b', 'jp'))).toEqual([
      ['b', 'jp', '一'],
      ['b', 'ko', '이'],
      ['b', 'tr', 'iki'],
      ['c', 'jp', '二'],
      ['c', 'ko', '이이'],
    ]);
    expect(filled('one\ntwo', cell('a', 'es'))).toHaveLength(2);
  });

  test('are not made of one text, nor of the lines of a summary', () => {
    expect(filled('one text', cell('a', 'es'))).toBeUndefined();
    expect(filled('one\n', cell('a', 'es'))).toBeUndefined();
    expect(filled('one\ntwo', cell('a', 'es', 'summary'))).toBeUndefined();
  });
});

describe('A draft', () => {
  test('keeps what it was typed over, and ends when that is typed back', () => {
    const begun = withDraft({}, { ...cell('a', 'ko'), title: 'Lamp', text: '등', base: '램프' });
    const typed = withDraft(begun, { ...cell('a', 'ko'), title: 'Lamp', text: '등불', base: 'saved since' });
    expect(saveOf(Object.values(typed))).toEqual({
      texts: { ko: { title: '등불' } },
      base: { ko: { title: '램프' } },
    });
    expect(withDraft(typed, { ...cell('a', 'ko'), title: 'Lamp', text: '램프 ', base: '' })).toEqual({});
  });
});
