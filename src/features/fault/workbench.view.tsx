import { useFormat, useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Grid, Stack } from '#ui/kit/layout.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { useDueRefresh } from '#ui/page/use-due-refresh.ts';
import { type Column, DataTable } from '#ui/table/data-table.tsx';
import type { FaultCount } from './fault.contract.ts';
import type { FaultWords } from './fault.messages.ts';
import { faultHref, workbenchHref } from './fault.rules.ts';

interface WorkbenchProps {
  /** Seconds. */
  now: number;
  kinds: FaultCount[];
}

// A count that is older says when it was made. Seconds.
const fresh = 60;

/** The kinds of faults that records have, with how many do. */
export default function Workbench({ now, kinds }: WorkbenchProps) {
  const t = useT<FaultWords>();
  const isCounting = kinds.some(({ count }) => count === null);
  useDueRefresh(now, isCounting ? [now] : []);
  const columns = useColumns(now);
  const found = kinds.filter(({ count }) => count !== 0);
  const sound = kinds.filter(({ count }) => count === 0);
  const total = kinds.reduce((sum, { count }) => sum + (count ?? 0), 0);
  return (
    <>
      <PageHead title={t('fault.heading')} count={total} />
      {found.length === 0 ? (
        <EmptyState text={t('fault.all_well', { count: kinds.length })} />
      ) : (
        <DataTable
          caption={t('fault.heading')}
          columns={columns}
          rows={found}
          keyOf={({ fault }) => fault}
          path={workbenchHref}
          query={{}}
          rowsOpen
        />
      )}
      {found.length > 0 && sound.length > 0 && (
        <Stack as="details" tone="soft">
          <summary>{t('fault.none_of', { count: sound.length })}</summary>
          <Grid as="ul" least={250} gap="4px 16px">
            {sound.map(({ fault, name }) => (
              <li key={fault}>{name}</li>
            ))}
          </Grid>
        </Stack>
      )}
    </>
  );
}

function useColumns(now: number): Column<FaultCount>[] {
  const t = useT<FaultWords>();
  const format = useFormat();
  return [
    {
      key: 'kind',
      label: t('fault.col_kind'),
      align: 'lead',
      render: ({ fault, name }) => <a href={faultHref(fault)}>{name}</a>,
    },
    { key: 'group', label: t('fault.col_group'), aside: true, render: ({ group }) => t(`fault.group_${group}`) },
    {
      key: 'count',
      label: t('fault.col_count'),
      align: 'number',
      render: ({ count }) => (count === null ? t('fault.counting') : <b>{format.number(count)}</b>),
    },
    {
      key: 'at',
      label: t('fault.col_counted'),
      aside: true,
      render: ({ at }) =>
        at === null || now - at < fresh ? '' : <small>{t('fault.counted', { time: format.moment(at, now) })}</small>,
    },
    {
      key: 'actions',
      label: t('common.actions'),
      align: 'actions',
      render: ({ fault, count, fixable, name }) => (
        <ButtonLink
          size="small"
          variant={fixable ? 'default' : 'quiet'}
          href={faultHref(fault)}
          aria-label={`${fixable ? t('fault.fix_n', { count: count ?? 0 }) : t('fault.show')} ${name}`}
        >
          {fixable ? t('fault.fix_n', { count: count ?? 0 }) : t('fault.show')}
        </ButtonLink>
      ),
    },
  ];
}
