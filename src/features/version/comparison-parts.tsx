import type { ReactNode } from 'react';
import type { CollectionPrice } from '#features/collection/collection.public.ts';
import type { ComparedContents } from '#features/collection/collection-versions.public.ts';
import { localeNames } from '#kernel/messages/locale.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Grid, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { Cell, ColumnHead, Table } from '#ui/kit/table.tsx';
import styles from './comparison.module.css';
import type { Comparison } from './comparison.read.ts';
import type { VersionWords } from './version.messages.ts';

/** The prices of both sides, each as a table; a price that only one side has is marked. */
export function ComparedPrices({ prices }: { prices: NonNullable<Comparison['prices']> }) {
  const t = useT<VersionWords>();
  const keyOf = ({ currency, price, discounted_price, subscription_period }: CollectionPrice) =>
    [currency, price, discounted_price, subscription_period].join();
  const keys = { before: prices.before.map(keyOf), after: prices.after.map(keyOf) };
  return (
    <Sides
      label={t('collection.field_prices')}
      before={<Prices rows={prices.before} isMarked={(price) => !keys.after.includes(keyOf(price))} mark="old" />}
      after={<Prices rows={prices.after} isMarked={(price) => !keys.before.includes(keyOf(price))} mark="new" />}
    />
  );
}

interface PricesProps {
  rows: readonly CollectionPrice[];
  isMarked: (price: CollectionPrice) => boolean;
  mark: 'old' | 'new';
}

function Prices({ rows, isMarked, mark }: PricesProps) {
  const t = useT<VersionWords>();
  const format = useFormat();
  if (rows.length === 0) return <p>{t('version.compare_no_prices')}</p>;
  return (
    <Table>
      <thead>
        <tr>
          <ColumnHead>{t('version.compare_price')}</ColumnHead>
          <ColumnHead>{t('version.compare_discounted')}</ColumnHead>
          <ColumnHead>{t('version.compare_period')}</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {rows.map((price) => (
          <tr key={price.display_order} data-mark={isMarked(price) ? mark : undefined}>
            <Cell>{format.money(price.price, price.currency)}</Cell>
            <Cell>{price.discounted_price && format.money(price.discounted_price, price.currency)}</Cell>
            <Cell>
              {price.subscription_period === 0
                ? t('version.compare_permanent')
                : t('version.compare_days', { count: price.subscription_period })}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The pictures of both sides. */
export function ComparedImages({ images }: { images: Comparison['images'] }) {
  const t = useT<VersionWords>();
  return images.map(({ kind, before, after }) => {
    const label = t(`collection.image_${kind}`);
    const picture = (source: string | null, side: string) =>
      source === null ? (
        <p>{t('version.compare_no_image')}</p>
      ) : (
        <img src={source} alt={`${label}: ${side}`} loading="lazy" decoding="async" />
      );
    return (
      <Sides
        key={kind}
        label={label}
        before={picture(before, t('version.compare_before'))}
        after={picture(after, t('version.compare_after'))}
      />
    );
  });
}

function Sides({ label, before, after }: { label: string; before: ReactNode; after: ReactNode }) {
  const t = useT<VersionWords>();
  return (
    <div role="group" aria-label={label}>
      <h3>{label}</h3>
      <Grid columns="repeat(2, minmax(0, 1fr))" onPhone="minmax(0, 1fr)" gap={16}>
        <Side of={label} title={t('version.compare_before')}>
          {before}
        </Side>
        <Side of={label} title={t('version.compare_after')}>
          {after}
        </Side>
      </Grid>
    </div>
  );
}

/** A side that is too wide for a phone scrolls, also by keyboard. */
function Side({ of, title, children }: { of: string; title: string; children: ReactNode }) {
  return (
    <div className={styles.side} role="region" aria-label={`${of}: ${title}`} tabIndex={0}>
      <Text as="h4" tone="soft" size="fine" strong below={4}>
        {title}
      </Text>
      {children}
    </div>
  );
}

/** One text, with the words that were cut and added. */
export function ComparedText({ locale, field, pieces }: Comparison['texts'][number]) {
  const t = useT<VersionWords>();
  const label = `${t(`collection.field_${field}`)} (${localeNames[locale]})`;
  const isSame = pieces.every(({ kind }) => kind === 'same');
  return (
    <div role="group" aria-label={label}>
      <h3>{label}</h3>
      <Text typed below={6} widest={640} lang={locale === 'jp' ? 'ja' : locale}>
        {isSame
          ? t('version.compare_looks')
          : pieces.map(({ kind, text }, index) => {
              // biome-ignore lint/suspicious/noArrayIndexKey: a stretch of a text has no other name than its place
              const key = `${kind} ${index}`;
              if (kind === 'same') return <span key={key}>{text}</span>;
              return kind === 'old' ? <del key={key}>{text}</del> : <ins key={key}>{text}</ins>;
            })}
      </Text>
    </div>
  );
}

/** The items added to and removed from the contents: the counts, and the items of one page. */
export function ComparedItems({ contents, children }: { contents: ComparedContents; children?: ReactNode }) {
  const t = useT<VersionWords>();
  const { added, removed, rows } = contents;
  const more = added + removed - rows.length;
  return (
    <div role="group" aria-label={t('collection.field_contents')}>
      <h3>{t('collection.field_contents')}</h3>
      <Text below={6}>
        {[added > 0 && t('version.added', { count: added }), removed > 0 && t('version.removed', { count: removed })]
          .filter(Boolean)
          .join(', ')}
      </Text>
      <Stack as="ul" gap={2} below={8}>
        {rows.map(({ content_type, content_idx, isAdded, title, detail, href }) => (
          <Grid
            as="li"
            key={`${content_type} ${content_idx}`}
            columns="2ch minmax(8ch, auto) minmax(0, 1fr)"
            baseline
            gap={8}
            pad="2px 6px"
          >
            <Text
              as="b"
              tone={isAdded ? 'done' : 'problem'}
              role="img"
              aria-label={t(isAdded ? 'version.compare_added_mark' : 'version.compare_removed_mark')}
            >
              {isAdded ? '+' : '−'}
            </Text>
            <small>{t(`version.compare_type_${content_type}`)}</small>
            <Text as="span" breaks>
              {href === null ? title : <a href={href}>{title}</a>} {detail !== null && <small>{detail}</small>}
              {href === null && <small>{t('version.compare_deleted')}</small>}
            </Text>
          </Grid>
        ))}
      </Stack>
      {children ?? (more > 0 && <p>{t('version.compare_more', { count: more })}</p>)}
    </div>
  );
}
