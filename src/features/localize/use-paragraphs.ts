import { useState } from 'react';
import { plainText } from '#ui/kit/rich-text.rules.ts';
import { blocksOf, type Paragraph, withParagraphs } from './paragraphs.rules.ts';

interface ParagraphsOptions {
  paragraphs: readonly Paragraph[];
  /** The stored translation. */
  stored: string;
  write: (text: string) => void;
  /** All of them are still right as they are. */
  confirmRight: () => void;
  /** Goes on to the next text. */
  next: () => void;
}

/** The paragraphs whose English was changed: which is open, what is written in each, and which are done. */
export function useParagraphs({ paragraphs, stored, write, confirmRight, next }: ParagraphsOptions) {
  const blocks = blocksOf(stored);
  const changed = paragraphs.flatMap(({ state }, index) => (state === 'same' ? [] : [index]));
  const [at, setAt] = useState(changed[0]);
  const [written, setWritten] = useState<Readonly<Record<number, string>>>({});
  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  const textOf = (index: number): string => {
    const own = paragraphs[index]?.own ?? null;
    return written[index] ?? (own === null ? '' : (blocks[own] ?? ''));
  };
  const setAll = (all: Readonly<Record<number, string>>) => {
    setWritten(all);
    write(withParagraphs(paragraphs, blocks, all));
  };

  /** To the next paragraph that is not done; after the last, to the next text. */
  const goOn = (isDone: ReadonlySet<number>, all: Readonly<Record<number, string>>) => {
    const left = changed.filter((index) => !isDone.has(index));
    const after = left.find((index) => index > (at ?? -1));
    if (after !== undefined) setAt(after);
    else if (left.length === 0 && Object.keys(all).length === 0) confirmRight();
    else next();
  };
  const finish = (all: Readonly<Record<number, string>>) => {
    const isDone = new Set([...done, ...(at === undefined ? [] : [at])]);
    setDone(isDone);
    goOn(isDone, all);
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
      setAll(all);
      finish(all);
    },
    /** Removes the open paragraph, and goes on. */
    remove: () => {
      const all = { ...written, ...(at !== undefined && { [at]: '' }) };
      setAll(all);
      finish(all);
    },
    /** Goes on: what was written is done, what was not stays to be done. */
    goOn: () => (at !== undefined && written[at] !== undefined ? finish(written) : goOn(done, written)),
  };
}
