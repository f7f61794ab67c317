import { type ReactNode, type Ref } from 'react';
import { useT } from '#ui/interface.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { GuideWords } from './guide.messages.ts';
import { lastColumn, type Range } from './guide.rules.ts';
import styles from './timeline.module.css';

/** The names of the ten columns, above their bars. */
export const TimelineHead = ({ ages }: { ages: readonly string[] }) => (
  <ol className={styles.ages}>
    {ages.map((age, index) => (
      // Columns may have equal names.
      // oxlint-disable-next-line react/no-array-index-key -- they never move
      <Text as="li" cut key={index} title={age}>
        {age}
      </Text>
    ))}
  </ol>
);

/** The ten columns of one row, with its bar. */
export const TimelineTrack = ({ ref, children }: { ref?: Ref<HTMLSpanElement>; children: ReactNode }) => (
  <span ref={ref} className={styles.track}>
    {children}
  </span>
);

/** The position of a bar on its track. */
export const barStyle = ({ start, length }: Range) => ({
  left: `${(start - 1) * 10}%`,
  width: `${length * 10}%`,
});

/** A range in words: its ages and columns. */
export function useRangeText(ages: readonly string[]): (range: Range) => string {
  const t = useT<GuideWords>();
  return (range) => {
    const [start, end] = [range.start, lastColumn(range)];
    const [first, last] = [ages[start - 1] ?? '', ages[end - 1] ?? ''];
    return start === end
      ? t('guide.bar_value_one', { first, start })
      : t('guide.bar_value', { first, last, start, end });
  };
}
