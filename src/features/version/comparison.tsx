import { Grid, Stack } from '#ui/kit/layout.tsx';
import { Marked } from '#ui/kit/text.tsx';
import type { ReactNode } from 'react';
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
    <Marked>
      <Stack gap={18}>
        {values.length > 0 && (
          <Stack as="dl" gap={6}>
            {values.map(({ label, before, after }) => (
              <Grid key={label} columns="minmax(110px, 22%) minmax(0, 1fr)" onPhone="minmax(0, 1fr)" gap="4px 12px">
                <dt>{label}</dt>
                <dd>
                  <del>{before}</del> <span aria-hidden>→</span> <ins>{after}</ins>
                </dd>
              </Grid>
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
    </Marked>
  );
}

/** Whether nothing differs. */
export const isEmpty = ({ values, prices, images, texts, contents }: Comparison): boolean =>
  values.length + images.length + texts.length + contents.added + contents.removed === 0 && prices === null;
