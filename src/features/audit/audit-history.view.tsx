import { client } from '#client/api.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import type { auditApi, History, TrailEntry } from './audit.contract.ts';
import type { AuditWords } from './audit.messages.ts';
import { AuditChanges } from './audit-changes.tsx';
import styles from './audit-history.module.css';
import { useMoreEntries } from './audit-more.tsx';
import { AuditRecord, AuditUndone, TrailEntryActs } from './trail-entry.tsx';

const call = client<typeof auditApi>();

interface AuditHistoryProps {
  entity: string;
  id: string;
  kind: string;
  title: string;
  history: History;
}

const isSame = (one: TrailEntry, other: TrailEntry) => one.entity === other.entity && one.id === other.id;

/** The history of one record, newest first. */
export default function AuditHistory({ entity, id, kind, title, history }: AuditHistoryProps) {
  const t = useT<AuditWords>();
  const format = useFormat();
  const { lines, button } = useMoreEntries(history, async (before: number) => {
    const { results } = await call('GET /api/v1/audit/of/:entity/:id', { params: { entity, id }, query: { before } });
    return results;
  });
  return (
    <section className={styles.history}>
      <h2>{t('audit.history_of', { kind, title })}</h2>
      {lines.length === 0 && <EmptyState text={t('audit.no_history')} />}
      <ol className={styles.lines}>
        {lines.map((line) => (
          <li key={`${line.audit_idx} ${line.entity} ${line.id}`}>
            <p>
              {(line.entity !== entity || line.id !== id) && (
                <>
                  <AuditRecord line={line} /> ·{' '}
                </>
              )}
              <b>{line.action}</b> · {line.actor ?? t('actor.system')} · <time>{format.dateTime(line.at)}</time>{' '}
              <AuditUndone undone={line.undone} />
            </p>
            <AuditChanges line={line} />
            <TrailEntryActs line={line} newest={lines.find((other) => isSame(other, line))?.audit_idx} />
          </li>
        ))}
      </ol>
      {button}
    </section>
  );
}
