import { Marked } from '#ui/kit/text.tsx';
import type { Piece } from '#kernel/text/word-diff.rules.ts';

/** The changes of a text, word by word. */
export const Pieces = ({ of }: { of: readonly Piece[] }) => (
  <Marked>
    {of.map(({ kind, text }, index) => {
      const Part = kind === 'new' ? 'ins' : kind === 'old' ? 'del' : 'span';
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no name but its place
      return <Part key={index}>{text}</Part>;
    })}
  </Marked>
);
