import { useFormat, useT } from '#ui/interface.tsx';
import { Facts } from '#ui/kit/card.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Cell, ColumnHead, RowHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { LearnerWords } from './learner.messages.ts';
import type { MoveDone } from './move.contract.ts';

/** What a move does, in figures. */
export function MoveFigures({ of: { from, to, collections, events, kept } }: { of: MoveDone }) {
  const t = useT<LearnerWords>();
  const format = useFormat();
  const until = (end: number | null) => (end === null ? '—' : end === 0 ? t('learner.permanent') : format.end(end));
  return (
    <Stack role="status">
      <Text tone="soft" size="small" breaks>
        {to.since > 0
          ? t('learner.known_since', { to: to.learner_id, day: format.date(to.since) })
          : t('learner.new_here', { to: to.learner_id })}
      </Text>
      {collections.length > 0 && (
        <TableFrame label={t('learner.registrations')}>
          <Table cards>
            <thead>
              <tr>
                <ColumnHead>{t('learner.collection')}</ColumnHead>
                <ColumnHead>{t('learner.until_of', { learner: from.learner_id })}</ColumnHead>
                <ColumnHead>{t('learner.until_of', { learner: to.learner_id })}</ColumnHead>
                <ColumnHead>{t('learner.afterwards')}</ColumnHead>
              </tr>
            </thead>
            <tbody>
              {collections.map((one) => (
                <tr key={one.cid}>
                  <RowHead>{one.collection}</RowHead>
                  <Cell label={t('learner.until_of', { learner: from.learner_id })}>{until(one.from_until)}</Cell>
                  <Cell label={t('learner.until_of', { learner: to.learner_id })}>{until(one.to_until)}</Cell>
                  <Cell label={t('learner.afterwards')}>
                    <b>{until(one.until)}</b>{' '}
                    <Text as="small" tone="done">
                      {t(one.both ? 'learner.kept_once' : 'learner.moves')}
                    </Text>
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableFrame>
      )}
      <Facts>
        {[from, to].map(({ learner_id, before, after }) => (
          <div key={learner_id}>
            <dt>
              <code>{learner_id}</code>
            </dt>
            <dd>{t('learner.from_to', { before, after })}</dd>
          </div>
        ))}
        {events.map(({ event_idx, name, before, after }) => (
          <div key={event_idx}>
            <dt>{name}</dt>
            <dd>{t('learner.people', { before, after })}</dd>
          </div>
        ))}
      </Facts>
      {kept.unknown !== undefined && <Text tone="warn">{t('learner.kept_unknown', { count: kept.unknown })}</Text>}
      <Text tone="soft" size="small">
        {t('learner.unchanged', { from: from.learner_id })}
      </Text>
    </Stack>
  );
}
