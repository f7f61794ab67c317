import { client } from '#client/api.ts';
import { confirm, openFragment, reloadWith } from '#client/dialogs.ts';
import { actIn } from '#client/made.ts';
import type { CodeStatus, CodeWords } from '#features/code/code.public.ts';
import { changeCodes } from '#features/code/code.public.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { RowMenu } from '#ui/kit/menu.tsx';
import { State } from '#ui/kit/state.tsx';
import { Text } from '#ui/kit/text.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import { useBulkWork } from '#ui/page/use-bulk-work.ts';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { WorkProgress } from '#ui/table/work-progress.tsx';
import { leakHref } from '../batch.rules.ts';
import type { Lot, lotApi } from './lot.contract.ts';
import { lotHref } from './lot.rules.ts';
import styles from './lots.module.css';

const call = client<typeof lotApi>();

const figures = [
  { name: 'total', of: 'issued', status: undefined },
  { name: 'withdrawn', of: 'withdrawn_codes', status: 'withdrawn' },
  { name: 'issued', of: 'unused_codes', status: 'issued' },
  { name: 'active', of: 'active_codes', status: 'active' },
  { name: 'expired', of: 'expired_codes', status: 'expired' },
  { name: 'canceled', of: 'canceled_codes', status: 'canceled_only' },
] as const;

interface LotsProps {
  cg_idx: number;
  /** The newest first. */
  lots: readonly Lot[];
}

const sumOf = (lots: readonly Lot[], figure: (typeof figures)[number]['of']) =>
  lots.reduce((sum, lot) => sum + lot[figure], 0);

/** Somebody said to whom, the partner took them, or a shop sells them: a file of staff alone is no delivery. */
const isDelivered = ({ handed_to: to, delivered_at: at, downloaded_by: by }: Lot): boolean =>
  to !== '' || (at > 0 && by === null);

/** The lots of a batch: their codes by state, whether they were delivered, and what can be done with the unused ones. */
export function Lots({ cg_idx, lots }: LotsProps) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const waiting = sumOf(
    lots.filter((lot) => !isDelivered(lot)),
    'unused_codes',
  );
  const delivered = sumOf(lots.filter(isDelivered), 'issued');
  return (
    <Stack as="section" gap={0} below={20} className={styles.lots}>
      <SectionHead title={t('code.lots')} note={t('code.lots_hint')}>
        {waiting > 0 && <State tone="warn">{t('code.undelivered', { count: waiting })}</State>}
      </SectionHead>
      <TableFrame label={t('code.lots')}>
        <Table cards>
          <thead>
            <tr>
              <ColumnHead>{t('code.field_lot')}</ColumnHead>
              <ColumnHead>{t('code.issued_by')}</ColumnHead>
              {figures.map(({ name }) => (
                <ColumnHead key={name} kind="number">
                  {t(`code.fact_${name}`)}
                </ColumnHead>
              ))}
              <ColumnHead>{t('code.delivered')}</ColumnHead>
              <Cell />
            </tr>
          </thead>
          <tbody>
            {lots.map((lot) => (
              <LotRow key={lot.lot} cg_idx={cg_idx} lot={lot} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <RowHead kind="nowrap">{t('code.field_batch')}</RowHead>
              <Cell />
              {figures.map(({ name, of }) => (
                <Cell key={name} kind="number" label={t(`code.fact_${name}`)}>
                  {format.number(sumOf(lots, of))}
                </Cell>
              ))}
              <Cell label={t('code.delivered')}>
                {t('code.delivered_of', { delivered, issued: sumOf(lots, 'issued') })}
              </Cell>
              <Cell />
            </tr>
          </tfoot>
        </Table>
      </TableFrame>
    </Stack>
  );
}

function LotRow({ cg_idx, lot }: { cg_idx: number; lot: Lot }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const href = (status: CodeStatus | undefined) => listUrl('/code', { cg_idx, lot: lot.lot, status });
  return (
    <tr data-key={`lot ${lot.lot}`}>
      <RowHead kind="nowrap">
        {t('code.lot_name', { lot: lot.lot })} <span>· {format.date(lot.issued_at)}</span>
      </RowHead>
      <Cell label={t('code.issued_by')}>{lot.issued_by ?? '—'}</Cell>
      {figures.map(({ name, of, status }) => (
        <Cell key={name} kind="number" label={t(`code.fact_${name}`)}>
          <a href={href(status)} data-zero={lot[of] === 0 ? '' : undefined}>
            {format.number(lot[of])}
          </a>
        </Cell>
      ))}
      <Cell label={t('code.delivered')}>
        <Delivered lot={lot} />
      </Cell>
      <Cell kind="actions">
        <LotActs cg_idx={cg_idx} lot={lot} />
      </Cell>
    </tr>
  );
}

function Delivered({ lot }: { lot: Lot }) {
  const t = useT<CodeWords>();
  const format = useFormat();
  const [date, name] =
    lot.handed_to === ''
      ? [format.date(lot.delivered_at), lot.delivered_to || '—']
      : [format.calendarDay(lot.handed_on), lot.handed_to];
  if (isDelivered(lot))
    return (
      <State tone="live" breaks>
        {t('code.delivered_to', { date, name })}
      </State>
    );
  if (lot.delivered_at > 0)
    return <State breaks>{t('code.downloaded_by', { date, name: lot.downloaded_by ?? '—' })}</State>;
  if (lot.withdrawn_codes === lot.issued)
    return (
      <Text as="span" tone="soft">
        {t('code.never_delivered')}
      </Text>
    );
  return (
    <State tone="warn" breaks>
      {t('code.not_delivered')}
    </State>
  );
}

/** What is done with a lot: it is delivered; unused codes are downloaded, cancelled, or replaced because they leaked. */
function LotActs({ cg_idx, lot: { lot, unused_codes: count, ...of } }: { cg_idx: number; lot: Lot }) {
  const t = useT<CodeWords>();
  const act = useAct();
  const work = useBulkWork();
  const filter = { cg_idx, lot, status: 'issued' } as const;
  const cancel = async () => {
    const question = {
      title: t('code.cancel_unused_of', { count, lot }),
      body: t('code.cancel_codes_body'),
      agree: t('code.cancel_act', { count }),
      dismiss: t('code.keep', { count }),
      danger: true,
    };
    if (!(await confirm(question))) return;
    const { changed, act_idx } = await work.run(() => changeCodes('is_canceled', { chosen: { filter }, value: '1' }));
    reloadWith(t('code.changed_done', { count: changed }), act_idx);
  };
  const deliver = async () => {
    const done = await openFragment(lotHref({ cg_idx, lot }));
    if (done) reloadWith(t('code.delivered_done', { lot }), actIn(done));
  };
  const takeBack = async () => {
    const body = { handed_to: '', handed_on: '', version: of.version };
    const { results } = await call('PUT /api/v1/code/batch/:cg_idx/lot/:lot', { params: { cg_idx, lot }, body });
    reloadWith(t('code.undelivered_done', { lot }), results.act_idx);
  };
  const isHanded = of.handed_to !== '';
  if (work.running) return <WorkProgress of={work} />;
  return (
    <Inline tight whole>
      {!isHanded && of.withdrawn_codes < of.issued && (
        <Button variant="quiet" aria-label={t('code.deliver_lot', { lot })} onClick={() => void deliver()}>
          {t('code.deliver')}
        </Button>
      )}
      {count > 0 && (
        <Button variant="quiet" danger onClick={() => act(cancel, t('code.change_failed'))}>
          {t('code.cancel_unused')}
        </Button>
      )}
      {(isHanded || count > 0) && (
        <RowMenu
          label={`${t('common.more')}: ${t('code.lot_name', { lot })}`}
          items={[
            ...(isHanded
              ? [
                  { label: t('code.deliver_edit'), act: () => void deliver() },
                  { label: t('code.deliver_not'), act: () => act(takeBack, t('code.deliver_failed')) },
                ]
              : []),
            ...(count > 0
              ? [
                  { label: t('code.lot_download', { count }), href: listUrl('/api/v1/code', filter), download: true },
                  { label: t('code.leak_act'), danger: true, act: () => void openFragment(leakHref({ cg_idx, lot })) },
                ]
              : []),
          ]}
        />
      )}
    </Inline>
  );
}
