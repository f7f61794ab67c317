import type { CollectionHead } from '#features/collection/collection-page.public.ts';
import { CollectionPage } from '#features/collection/collection-page.public.tsx';
import { useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Card, CardHead } from '#ui/kit/card.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { SegmentLinks } from '#ui/kit/segment.tsx';
import { useDueRefresh } from '#ui/page/use-due-refresh.ts';
import { PriceChart } from './price-chart.tsx';
import { type Paging, PriceSteps } from './price-steps.tsx';
import type { PricesWords } from './prices.messages.ts';
import styles from './prices.module.css';
import { type Lane, pricesHref, type Row, type Span, spans, type Window } from './prices.rules.ts';

interface PricesProps {
  head: CollectionHead;
  /** The steps that are drawn, and in which time. */
  lanes: Lane[];
  window: Window;
  /** The steps of the page of the list. */
  rows: Row[];
  span: Span;
  now: number;
  /** When the next step comes; null if none is to come. */
  next: number | null;
  paging: Paging;
}

/** What a collection has cost, costs and will cost: drawn as steps, and listed with who changed it and why. */
export default function Prices({ head, lanes, window, rows, span, now, next, paging }: PricesProps) {
  const t = useT<PricesWords>();
  const { cid } = head.collection;
  useDueRefresh(now, next === null ? [] : [next]);
  const schedule = (
    <ButtonLink
      variant={lanes.length === 0 ? 'default' : 'primary'}
      href={`/reservation/create?${new URLSearchParams({ cid, target: 'price' })}`}
    >
      {t('prices.schedule')}
    </ButtonLink>
  );
  const edit = (
    <ButtonLink variant={lanes.length === 0 ? 'primary' : 'default'} href={`/collection/update/${cid}`}>
      {t('prices.edit')}
    </ButtonLink>
  );
  return (
    <CollectionPage head={head} tab={pricesHref(cid)}>
      {lanes.length === 0 ? (
        <EmptyState text={t('prices.none')}>{edit}</EmptyState>
      ) : (
        <>
          <Card aria-labelledby="prices-over-time">
            <CardHead>
              <h2 id="prices-over-time">{t('prices.over_time')}</h2>
              <Key />
              <Inline tight>
                <Spans cid={cid} current={span} />
                <Inline tight>
                  {edit}
                  {schedule}
                </Inline>
              </Inline>
            </CardHead>
            <PriceChart lanes={lanes} window={window} now={now} />
          </Card>
          <PriceSteps cid={cid} rows={rows} span={span} paging={paging} />
        </>
      )}
    </CollectionPage>
  );
}

/** What the lines mean. */
function Key() {
  const t = useT<PricesWords>();
  return (
    <Inline as="p" even grow={300} gap="4px 16px" tone="soft" size="small" className={styles.key} aria-hidden>
      <span data-line="is">{t('prices.was')}</span>
      <span data-line="coming">{t('prices.to_come')}</span>
      <span data-line="end">{t('prices.ends')}</span>
    </Inline>
  );
}

function Spans({ cid, current }: { cid: string; current: Span }) {
  const t = useT<PricesWords>();
  return (
    <SegmentLinks
      label={t('prices.span')}
      options={spans.map((span) => ({
        label: span === 'all' ? t('prices.all') : t('prices.months', { count: Number(span) }),
        href: `${pricesHref(cid)}?${new URLSearchParams({ span })}`,
        isCurrent: span === current,
      }))}
    />
  );
}
