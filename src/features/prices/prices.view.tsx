import type { CollectionHead } from '#features/collection/collection.public.ts';
import { CollectionPage } from '#features/collection/collection.public.tsx';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { EmptyState } from '#ui/page/empty-state.tsx';
import panel from '#ui/page/panel.module.css';
import { useDueRefresh } from '#ui/page/use-due-refresh.ts';
import { PriceChart } from './price-chart.tsx';
import { type Paging, PriceSteps } from './price-steps.tsx';
import type { PricesWords } from './prices.messages.ts';
import styles from './prices.module.css';
import { type Lane, pricesHref, type Span, spans } from './prices.rules.ts';

interface PricesProps {
  head: CollectionHead;
  lanes: Lane[];
  span: Span;
  now: number;
  paging: Paging;
}

/** What a collection has cost, costs and will cost: drawn as steps, and listed with who changed it and why. */
export default function Prices({ head, lanes, span, now, paging }: PricesProps) {
  const t = useT<PricesWords>();
  const { cid } = head.collection;
  useDueRefresh(
    now,
    lanes.flatMap(({ steps }) => steps.filter(({ at }) => at > now).map(({ at }) => at)),
  );
  const schedule = (
    <a
      className={lanes.length === 0 ? button.button : button.primary}
      href={`/reservation/create?${new URLSearchParams({ cid, target: 'price' })}`}
    >
      {t('prices.schedule')}
    </a>
  );
  const edit = (
    <a className={lanes.length === 0 ? button.primary : button.button} href={`/collection/update/${cid}`}>
      {t('prices.edit')}
    </a>
  );
  return (
    <CollectionPage head={head} tab={pricesHref(cid)}>
      {lanes.length === 0 ? (
        <EmptyState text={t('prices.none')}>{edit}</EmptyState>
      ) : (
        <>
          <section className={panel.panel} aria-labelledby="prices-over-time">
            <div className={panel.head}>
              <h2 id="prices-over-time">{t('prices.over_time')}</h2>
              <div className={styles.acts}>
                {edit}
                {schedule}
              </div>
            </div>
            <div className={styles.under}>
              <Key />
              <Spans cid={cid} current={span} />
            </div>
            <PriceChart lanes={lanes} span={span} now={now} />
          </section>
          <PriceSteps cid={cid} lanes={lanes} span={span} paging={paging} />
        </>
      )}
    </CollectionPage>
  );
}

/** What the lines mean. */
function Key() {
  const t = useT<PricesWords>();
  return (
    <p className={styles.key} aria-hidden>
      <span data-line="is">{t('prices.was')}</span>
      <span data-line="coming">{t('prices.to_come')}</span>
      <span data-line="end">{t('prices.ends')}</span>
    </p>
  );
}

function Spans({ cid, current }: { cid: string; current: Span }) {
  const t = useT<PricesWords>();
  return (
    <nav className={styles.spans} aria-label={t('prices.span')}>
      {spans.map((span) => (
        <a
          key={span}
          href={`${pricesHref(cid)}?${new URLSearchParams({ span })}`}
          aria-current={span === current ? 'true' : undefined}
        >
          {span === 'all' ? t('prices.all') : t('prices.months', { count: Number(span) })}
        </a>
      ))}
    </nav>
  );
}
