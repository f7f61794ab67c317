import type { Page } from '#kernel/db/paging.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { SegmentLinks } from '#ui/kit/segment.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { Breadcrumbs } from '#ui/record/breadcrumbs.tsx';
import type { Column } from '#ui/table/data-table.tsx';
import { ListScreen } from '#ui/table/list-screen.tsx';
import { BlankText } from './blank-text.tsx';
import type { FaultRow } from './fault.contract.ts';
import type { FaultWords } from './fault.messages.ts';
import { faultHref, workbenchHref } from './fault.rules.ts';
import { FaultActs, RestoreActs } from './fault-acts.tsx';
import { LastFix, type LastFixProps } from './last-fix.tsx';
import { useTicks } from './use-ticks.ts';

export interface FaultKindProps {
  kind: {
    fault: string;
    name: string;
    says: string;
    fixable: boolean;
    /** What is asked before a fix that sets no fields, which the list cannot show. */
    asks: string | null;
  };
  found: Page<FaultRow>;
  /** How many are at fault, and how many were dismissed. */
  totals: { open: number; dismissed: number };
  paging: { size: number; limit: number };
  query: { dismissed?: string | undefined; sort: string };
  last: LastFixProps['last'];
}

/** The records with one kind of fault: what each is now and after the fix. All are ticked, also those on other pages. */
export default function FaultKind({ kind, found, totals, paging, query, last }: FaultKindProps) {
  const t = useT<FaultWords>();
  const path = faultHref(kind.fault);
  const isDismissed = query.dismissed === '1';
  const { dismissed } = query;
  const ticks = useTicks(path, { dismissed }, found.total);
  const columns = useColumns(kind.fixable && kind.asks === null, isDismissed);
  const tab = (label: string, count: number, href: string, isCurrent: boolean) => ({
    href,
    isCurrent,
    label: `${label} ${count}`,
  });
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('fault.heading'), href: workbenchHref }]} />
      <PageHead title={kind.name} />
      <Text tone="soft" below={12}>
        {kind.says}
      </Text>
      <LastFix last={last} some={kind.asks === null} />
      <SegmentLinks
        label={kind.name}
        below={12}
        options={[
          tab(t('fault.open'), totals.open, path, !isDismissed),
          tab(t('fault.dismissed'), totals.dismissed, `${path}?dismissed=1`, isDismissed),
        ]}
      />
      <ListScreen
        isPart
        title={kind.name}
        path={path}
        query={query}
        columns={columns}
        found={found}
        paging={paging}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        rowsOpen
        selection={{
          of: ticks,
          acts: isDismissed ? (
            <RestoreActs fault={kind.fault} ticks={ticks} />
          ) : (
            <FaultActs kind={kind} ticks={ticks} />
          ),
        }}
        empty={<EmptyState text={t(isDismissed ? 'fault.nothing_dismissed' : 'fault.nothing')} />}
      />
    </>
  );
}

function useColumns(hasFields: boolean, isDismissed: boolean): Column<FaultRow>[] {
  const t = useT<FaultWords>();
  const format = useFormat();
  const eachField = (row: FaultRow, text: (field: NonNullable<FaultRow['fields']>[number]) => string) => (
    <Stack gap={4}>
      {row.fields?.map((field) => (
        <BlankText key={field.field} text={text(field)} />
      ))}
    </Stack>
  );
  const record: Column<FaultRow> = {
    key: 'record',
    label: t('fault.col_record'),
    align: 'lead',
    render: ({ href, title, id }) => (
      <>
        {href === null ? title : <a href={href}>{title.trim() || id}</a>} <small>{id}</small>
      </>
    ),
  };
  const wrong: Column<FaultRow> = { key: 'line', label: t('fault.col_wrong'), render: ({ line }) => line ?? '' };
  const fields: Column<FaultRow>[] = [
    { key: 'field', label: t('fault.col_field'), aside: true, render: (row) => eachField(row, ({ label }) => label) },
    {
      key: 'now',
      label: t('fault.col_now'),
      render: (row) => (row.fields ? eachField(row, ({ before }) => before) : row.line),
    },
    {
      key: 'after',
      label: t('fault.col_after'),
      render: (row) => (row.fields ? eachField(row, ({ after }) => after) : t('fault.by_hand')),
    },
  ];
  const reason: Column<FaultRow> = {
    key: 'reason',
    label: t('fault.col_reason'),
    render: ({ dismissed }) =>
      dismissed && (
        <>
          {dismissed.reason}{' '}
          <small>
            {t(`fault.until_${dismissed.until}`)} · {dismissed.by ?? ''}, {format.dateTime(dismissed.at)}
          </small>
        </>
      ),
  };
  return [record, ...(hasFields ? fields : [wrong]), ...(isDismissed ? [reason] : [])];
}
