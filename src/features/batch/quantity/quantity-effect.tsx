import type { CodeWords } from '#features/code/code.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { Note } from '#ui/kit/note.tsx';
import { State } from '#ui/kit/state.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import type { BatchState } from '../batch.contract.ts';
import { timesAmount } from '../batch.rules.ts';
import { useAmountText, useWaitText } from '../batch-estimate.tsx';
import type { Lot } from '../lot/lot.contract.ts';
import styles from './quantity.module.css';
import type { QuantityChange } from './quantity.read.ts';

interface QuantityEffectProps {
  batch: BatchState;
  lots: readonly Lot[];
  /** Codes issued per second. */
  pace: number;
  count: number | undefined;
  price: string;
  would: QuantityChange | null;
  onLower: (count: number) => void;
}

/** The effect of saving: on the codes, as computed by the server, and on the amount. */
export function QuantityEffect(props: QuantityEffectProps) {
  const t = useT<CodeWords>();
  const wait = useWaitText();
  const { batch, lots, pace, count, would, onLower } = props;
  return (
    <Stack as="section" gap={10} aria-label={t('code.effect')} aria-live="polite">
      {count === batch.count && <p>{t('code.effect_none')}</p>}
      {would && would.issue > 0 && (
        <p>
          {t('code.effect_issue', { count: would.issue })} {wait(would.issue, pace)}.
        </p>
      )}
      {would && would.cancel > 0 && (
        <>
          <Text as="h3">{t('code.withdraw_heading', { count: would.cancel })}</Text>
          <Going lots={lots} going={would.lots} />
          <AlreadyDelivered batch={batch} lots={lots} count={count} going={would.lots} onLower={onLower} />
        </>
      )}
      <Sums {...props} />
    </Stack>
  );
}

type GoingLots = QuantityChange['lots'];

const total = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0);

/** How many codes go of each lot. */
function Going({ lots, going }: { lots: readonly Lot[]; going: GoingLots }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const goneOf = (lot: number) => going.find((one) => one.lot === lot) ?? { lot, cancel: 0, delivered: 0 };
  const delivered = ({ lot, issued, withdrawn_codes: withdrawn, delivered_to: to }: Lot) => {
    const gone = goneOf(lot);
    if (gone.delivered > 0)
      return (
        <State tone="warn" breaks>
          {t('code.of_them_to', { count: gone.delivered, name: to || '—' })}
        </State>
      );
    if (gone.cancel > 0) return t('code.not_delivered');
    return withdrawn === issued ? t('code.withdrawn_before') : '';
  };
  return (
    <TableFrame label={t('code.effect')}>
      <Table cards className={styles.lots}>
        <thead>
          <tr>
            <ColumnHead>{t('code.field_lot')}</ColumnHead>
            <ColumnHead kind="number">{t('code.unused_now')}</ColumnHead>
            <ColumnHead kind="number">{t('code.going')}</ColumnHead>
            <ColumnHead kind="number">{t('code.unused_left')}</ColumnHead>
            <ColumnHead>{t('code.going_delivered')}</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {lots.map((lot) => (
            <tr key={lot.lot}>
              <RowHead kind="nowrap">
                {t('code.lot_name', { lot: lot.lot })} <small>· {format.date(lot.issued_at)}</small>
              </RowHead>
              <Cell kind="number" label={t('code.unused_now')}>
                {format.number(lot.unused_codes)}
              </Cell>
              <Cell kind="number" label={t('code.going')}>
                <b>{format.number(goneOf(lot.lot).cancel)}</b>
              </Cell>
              <Cell kind="number" label={t('code.unused_left')}>
                {format.number(Math.max(0, lot.unused_codes - goneOf(lot.lot).cancel))}
              </Cell>
              <Cell>{delivered(lot)}</Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}

interface AlreadyDeliveredProps extends Pick<QuantityEffectProps, 'batch' | 'lots' | 'count' | 'onLower'> {
  going: GoingLots;
}

/** What it means that some of the codes that go were delivered, which they are, and the quantity at which none goes. */
function AlreadyDelivered({ batch, lots, count, going, onLower }: AlreadyDeliveredProps) {
  const t = useT<CodeWords>();
  const { cg_idx, customer: name } = batch;
  const delivered = total(going.map((lot) => lot.delivered));
  if (delivered === 0) return null;
  const free = total(lots.filter(({ delivered_at: at }) => at === 0).map(({ unused_codes: unused }) => unused));
  const least = batch.count - free;
  return (
    <Note tone="warn">
      <b>{t('code.already_delivered', { count: delivered, name })}</b>
      <p>{t('code.already_delivered_body')}</p>
      <Inline as="p" gap="4px 20px">
        {free > 0 && (
          <Button variant="link" onClick={() => onLower(least)}>
            {t('code.lower_instead', { count: least })}
          </Button>
        )}
        <ButtonLink
          variant="link"
          href={listUrl(`/api/v1/code/batch/${cg_idx}/withdrawal`, { count, as: 'csv' })}
          download
        >
          {t('code.going_list', { count: delivered, name })}
        </ButtonLink>
      </Inline>
    </Note>
  );
}

/** The amount and the ledger, now and then. */
function Sums({ batch, count, price, would }: QuantityEffectProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const amount = useAmountText();
  const { currency } = batch;
  const issue = would?.issue ?? 0;
  const cancel = would?.cancel ?? 0;
  // The amount of a quantity that may be refused is none.
  const isAllowed = would !== null || count === batch.count;
  const then = (isAllowed && amount(price, count, currency)) || '—';
  const step = (before: number, after: number) =>
    before === after ? format.number(before) : `${format.number(before)} → ${format.number(after)}`;
  const facts = [
    [t('code.fact_total'), step(batch.issued, batch.issued + issue)],
    [t('code.field_count'), step(batch.count, batch.count + issue - cancel)],
    [t('code.fact_withdrawn'), step(batch.withdrawn_codes, batch.withdrawn_codes + cancel)],
    [t('code.amount_now'), amount(batch.price, batch.count, currency)],
    ...(cancel > 0 && price === batch.price
      ? [[t('code.to_credit'), format.money(timesAmount(price, cancel), currency)]]
      : []),
    [t('code.amount_then'), then],
  ];
  return (
    <Grid as="dl" filled gap="5px 24px">
      {facts.map(([label, value]) => (
        <Inline key={label} whole between>
          <dt>{label}</dt>
          <Text as="dd" strong number>
            {value}
          </Text>
        </Inline>
      ))}
    </Grid>
  );
}
