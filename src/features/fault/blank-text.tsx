import { Text } from '#ui/kit/text.tsx';
import styles from './blank-text.module.css';
import { withBlanksShown } from './blanks.rules.ts';

/** A text as it is stored: blanks that are wrong stand as dots. */
export const BlankText = ({ text }: { text: string }) => (
  <Text as="span" breaks>
    {withBlanksShown(text).map((piece, nth) =>
      piece.isHidden ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its place only
        <mark key={nth} className={styles.hidden}>
          {piece.text}
        </mark>
      ) : (
        piece.text
      ),
    )}
  </Text>
);
