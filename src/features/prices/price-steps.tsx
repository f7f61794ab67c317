import { useFormat, useT } from '#ui/interface.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { State } from '#ui/kit/state.tsx';
import { Text } from '#ui/kit/text.tsx';
import { type Column, DataTable } from '#ui/table/data-table.tsx';
import { Pager } from '#ui/table/pager.tsx';
import type { PricesWords } from './prices.messages.ts';
import { type Amount, pricesHref, type Row, type Span, type Why } from './prices.rules.ts';

/** The page shown, how many steps a page has at most, and how many there are. */
export interface Paging {
  page: number;
  size: number;
  limit: number;
  total: number;
}

interface PriceStepsProps {
  cid: string;
  /** Those of the page. */
  rows: readonly Row[];
  span: Span;
  paging: Paging;
}

/** The steps of a collection's prices, the newest first, a page at a time. */
export function PriceSteps({ cid, rows, span, paging }: PriceStepsProps) {
  const t = useT<PricesWords>();
  return (
    <>
      <SectionHead title={t('prices.changes')} />
      <DataTable
        caption={t('prices.changes')}
        columns={useColumns(cid)}
        rows={rows}
        keyOf={({ at, currency, days, after }) => `${currency} ${days} ${at} ${after?.pays}`}
        path={pricesHref(cid)}
        query={{}}
      />
      {paging.total > paging.size && <Pager path={pricesHref(cid)} query={{ span }} {...paging} />}
    </>
  );
}

function useColumns(cid: string): Column<Row>[] {
  const t = useT<PricesWords>();
  const format = useFormat();
  return [
    { key: 'at', label: t('prices.from'), align: 'nowrap', render: ({ at }) => format.dateTime(at) },
    {
      key: 'price',
      label: t('prices.price'),
      align: 'lead',
      render: ({ before, after, currency, days }) => (
        <>
          {before && (
            <Text as="del" tone="soft">
              <Money of={before} currency={currency} />
            </Text>
          )}
          {before && ' → '}
          <Text as="ins" strong>
            {after ? <Money of={after} currency={currency} /> : t('prices.no_price')}
          </Text>{' '}
          <small>
            {currency}, {t('prices.days', { days })}
          </small>
        </>
      ),
    },
    {
      key: 'state',
      label: t('prices.state'),
      render: ({ state, after }) => (
        <State tone={state === 'coming' ? 'warn' : state === 'now' && after ? 'live' : undefined}>
          {t(after === null && state === 'now' ? 'prices.state_ended' : `prices.state_${state}`)}
        </State>
      ),
    },
    { key: 'by', label: t('prices.by'), aside: true, render: ({ by }) => by ?? t('actor.system') },
    { key: 'why', label: t('prices.why'), render: ({ why }) => <WhyLink cid={cid} why={why} /> },
  ];
}

/** What readers pay, with the list price if that is higher. */
function Money({ of, currency }: { of: Amount; currency: string }) {
  const t = useT<PricesWords>();
  const format = useFormat();
  const list = of.list === null ? undefined : t('prices.list_price', { amount: format.money(of.list, currency) });
  return <span title={list}>{format.money(of.pays, currency)}</span>;
}

/** The reason given, and where to see what was done. */
function WhyLink({ cid, why }: { cid: string; why: Why }) {
  const t = useT<PricesWords>();
  if (why.kind === 'reservation') return <a href={`/reservation/${why.res_idx}`}>{t('prices.reservation')}</a>;
  const [href, name] =
    why.kind === 'release'
      ? [`/release/${why.rel_idx}`, t('prices.release', { name: why.name })]
      : [`/collection/${cid}/versions?to=${why.ver_idx}`, t('prices.version', { number: why.number })];
  return (
    <>
      {why.text !== '' && <>{why.text} · </>}
      <a href={href}>{name}</a>
    </>
  );
}
