import type { EndAct } from '#features/registration/ends-rules.public.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Facts } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { LearnerWords } from '../learner.messages.ts';
import type { EndsDone } from './ends.contract.ts';

/** What an act does to registrations, in figures, and why some stay. */
export function EndsFigures({ of: { registrations, active, kept }, act }: { of: EndsDone; act: EndAct }) {
  const t = useT<LearnerWords>();
  const format = useFormat();
  const side = ({ until, status }: EndsDone['registrations'][number]['before']) =>
    status === 'canceled'
      ? t('learner.state_canceled')
      : until === 0
        ? t('learner.permanent')
        : t(status === 'expired' ? 'learner.ended_on' : 'learner.until_end', { day: format.end(until) });
  return (
    <Stack role="status">
      {registrations.length > 0 && (
        <TableFrame label={t('learner.registrations')}>
          <Table cards>
            <thead>
              <tr>
                <ColumnHead>{t('learner.collection')}</ColumnHead>
                <ColumnHead>{t('learner.now')}</ColumnHead>
                <ColumnHead>{t('learner.afterwards')}</ColumnHead>
              </tr>
            </thead>
            <tbody>
              {registrations.map(({ reg_idx, collection, before, after }) => (
                <tr key={reg_idx}>
                  <RowHead>{collection}</RowHead>
                  <Cell label={t('learner.now')}>{side(before)}</Cell>
                  <Cell label={t('learner.afterwards')}>
                    <b>{side(after)}</b>
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableFrame>
      )}
      <Facts>
        <div>
          <dt>{t('learner.active_now')}</dt>
          <dd>{t('learner.from_to', active)}</dd>
        </div>
      </Facts>
      {(Object.keys(kept) as (keyof typeof kept)[]).map(
        (reason) =>
          kept[reason] !== undefined && (
            <Text key={reason} tone="warn">
              {t(`learner.kept_${reason}`, { count: kept[reason] })}
            </Text>
          ),
      )}
      <Text tone="soft" size="small">
        {t(act === 'cancel' || act === 'restore' ? 'learner.counts_as_code' : 'learner.stays_in_figures')}
      </Text>
    </Stack>
  );
}
