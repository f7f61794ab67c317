import { Stack } from '#ui/kit/layout.tsx';
import type { ReactNode } from 'react';
import styles from './comparison.module.css';
import type { Comparison } from './comparison.read.ts';
import { ComparedImages, ComparedItems, ComparedPrices, ComparedText } from './comparison-parts.tsx';

interface ComparisonViewProps {
  of: Comparison;
  /** Shown if nothing differs. */
  same: string;
  /** Links to the other pages of the contents. */
  pager?: ReactNode;
}

/** The differences between two versions, field by field. */
export function ComparisonView({ of: comparison, same, pager }: ComparisonViewProps) {
  if (isEmpty(comparison)) return <p>{same}</p>;
  const { values, prices, images, texts, contents } = comparison;
  return (
    <Stack gap={18} className={styles.comparison}>
      {values.length > 0 && (
        <Stack as="dl" gap={6} className={styles.values}>
          {values.map(({ label, before, after }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <del>{before}</del> <span aria-hidden>→</span> <ins>{after}</ins>
              </dd>
            </div>
          ))}
        </Stack>
      )}
      {prices && <ComparedPrices prices={prices} />}
      <ComparedImages images={images} />
      {texts.map((text) => (
        <ComparedText key={`${text.locale} ${text.field}`} {...text} />
      ))}
      {contents.added + contents.removed > 0 && <ComparedItems contents={contents}>{pager}</ComparedItems>}
    </Stack>
  );
}

/** Whether nothing differs. */
export const isEmpty = ({ values, prices, images, texts, contents }: Comparison): boolean =>
  values.length + images.length + texts.length + contents.added + contents.removed === 0 && prices === null;
