import { client } from '#client/api.ts';
import { askToUndo } from '#client/dialogs.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { useUndoSome } from '#ui/table/use-undo-some.ts';
import type { ActRecords, auditApi, TrailEntry } from './audit.contract.ts';
import type { AuditWords } from './audit.messages.ts';
import { AuditChanges } from './audit-changes.tsx';
import { useMoreEntries } from './audit-more.tsx';
import { AuditRecord, AuditUndone, recordOf } from './trail-entry.tsx';

const call = client<typeof auditApi>();

interface AuditActProps {
  act: number;
  heading: string;
  at: number;
  actor: string | null;
  undone: TrailEntry['undone'];
  /** How many of its records would be restored, and how many have changed since; null if it cannot be undone. */
  undo: { back: number; kept: number } | null;
  records: ActRecords;
}

/** One act on many records: its result, its records, and its undo. */
export default function AuditAct({ act, heading, at, actor, undone, undo, records }: AuditActProps) {
  const t = useT<AuditWords>();
  const format = useFormat();
  const some = useUndoSome(act);
  const { lines: entries, button: more } = useMoreEntries(records, async (after: NonNullable<ActRecords['next']>) => {
    const { results } = await call('GET /api/v1/audit/act/:act_idx', { params: { act_idx: act }, query: after });
    return results;
  });
  return (
    <section>
      <h2>{heading}</h2>
      <p>{t('audit.done_by', { name: actor ?? t('actor.system'), time: format.dateTime(at) })}</p>
      {undone && (
        <p>
          <AuditUndone undone={undone} />
        </p>
      )}
      {undo && (
        <Inline as="p" tight below={12}>
          {t('audit.undo_leaves', { count: undo.kept })}
          <Button size="small" onClick={() => void askToUndo(act)}>
            {t('undo.undo')}
          </Button>
        </Inline>
      )}
      {entries.length === 0 && <EmptyState text={t('audit.no_records')} />}
      <Frame as="ol">
        {entries.map((entry) => (
          <Stack as="li" key={`${entry.entity} ${entry.id}`} start gap={4} pad="10px 14px">
            <Inline as="p" whole even>
              {entry.alone && (
                <Checkbox
                  checked={some.isChosen(recordOf(entry))}
                  onChange={(event) => some.choose([recordOf(entry)], event.currentTarget.checked)}
                  aria-label={t('table.select_row', { name: entry.title ?? entry.id })}
                />
              )}
              <span>
                <AuditRecord entry={entry} /> · <b>{entry.action}</b>
              </span>
            </Inline>
            <AuditChanges entry={entry} />
            {!undone && <AuditUndone undone={entry.undone} />}
            {entry.alone && (
              <Button variant="quiet" onClick={() => some.undo([recordOf(entry)])}>
                {t('audit.undo_record')}
              </Button>
            )}
          </Stack>
        ))}
      </Frame>
      {more}
      {some.chosen.length > 0 && (
        <Inline as="p" tight below={12} role="status">
          <Button size="small" onClick={() => some.undo(some.chosen)}>
            {t('audit.undo_records', { count: some.chosen.length })}
          </Button>
        </Inline>
      )}
    </section>
  );
}
