import { useState } from 'react';
import { blocksOf, type Paragraph } from '#kernel/text/paragraphs.rules.ts';
import { plainText } from '#ui/kit/rich-text.rules.ts';
import { madeOfParagraphs, withParagraphs } from './open-paragraphs.rules.ts';

/** What becomes of a text that is open by paragraph. */
export interface ParagraphActs {
  /** The text, with the English that each of its paragraphs is of. */
  write: (text: string, madeOf: string[]) => void;
  /** All of the stored text is still right. */
  confirmRight: () => void;
  /** Some paragraphs of it are, and it is of this English now. */
  mark: (madeOf: string[]) => void;
  /** Goes on to the next text. */
  next: () => void;
}

interface ParagraphsOptions extends ParagraphActs {
  paragraphs: readonly Paragraph[];
  /** The stored translation. */
  stored: string;
  /** Whether the first one is open from the start. */
  isOpen: boolean;
}

/** The paragraphs whose English was changed: which is open, what is written in each, and which are done. */
export function useParagraphs({ paragraphs, stored, isOpen, write, confirmRight, mark, next }: ParagraphsOptions) {
  const blocks = blocksOf(stored);
  const changed = paragraphs.flatMap(({ state }, index) => (state === 'same' ? [] : [index]));
  const [at, setAt] = useState(isOpen ? changed[0] : undefined);
  const [written, setWritten] = useState<Readonly<Record<number, string>>>({});
  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  const textOf = (index: number): string => {
    const own = paragraphs[index]?.own ?? null;
    return written[index] ?? (own === null ? '' : (blocks[own] ?? ''));
  };
  const madeOf = (all: Readonly<Record<number, string>>, isDone: ReadonlySet<number>) =>
    madeOfParagraphs(paragraphs, blocks, { written: all, done: isDone });
  const setAll = (all: Readonly<Record<number, string>>, isDone = done) => {
    setWritten(all);
    write(withParagraphs(paragraphs, blocks, all), madeOf(all, isDone));
  };
  const doneNow = () => new Set([...done, ...(at === undefined ? [] : [at])]);

  /** To the next paragraph that is not done; after the last, to the next text. */
  const goOn = (isDone: ReadonlySet<number>, all: Readonly<Record<number, string>>) => {
    const left = changed.filter((index) => !isDone.has(index));
    const after = left.find((index) => index > (at ?? -1));
    if (after !== undefined) setAt(after);
    else if (left.length === 0 && Object.keys(all).length === 0) confirmRight();
    else next();
  };
  const finish = (all: Readonly<Record<number, string>>) => {
    setDone(doneNow());
    goOn(doneNow(), all);
  };

  return {
    at,
    open: setAt,
    changed,
    done,
    textOf,
    write: (html: string) => at !== undefined && setAll({ ...written, [at]: plainText(html) === '' ? '' : html }),
    /** Leaves the open paragraph as it is stored, and goes on. */
    confirm: () => {
      const all = Object.fromEntries(Object.entries(written).filter(([index]) => Number(index) !== at));
      setAll(all, doneNow());
      const right = new Set([...doneNow()].filter((index) => all[index] === undefined));
      // Of the whole text it is said at once.
      if (right.size < changed.length) mark(madeOf({}, right));
      finish(all);
    },
    /** Removes the open paragraph, and goes on. */
    remove: () => {
      const all = { ...written, ...(at !== undefined && { [at]: '' }) };
      setAll(all, doneNow());
      finish(all);
    },
    /** Goes on: what was written is done, what was not stays to be done. */
    goOn: () => (at !== undefined && written[at] !== undefined ? finish(written) : goOn(done, written)),
  };
}
