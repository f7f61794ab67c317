import { Button } from '@mantine/core';
import { useState } from 'react';
import { client } from '#client/api.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/page/empty-state.tsx';
import type { auditApi, History } from './audit.contract.ts';
import type { AuditWords } from './audit.messages.ts';
import { AuditChanges } from './audit-changes.tsx';
import styles from './audit-history.module.css';

const call = client<typeof auditApi>();

interface AuditHistoryProps {
  entity: string;
  id: string;
  kind: string;
  history: History;
}

/** The history of one record, newest first. */
export default function AuditHistory({ entity, id, kind, history }: AuditHistoryProps) {
  const t = useT<AuditWords>();
  const format = useFormat();
  const run = useAct();
  const [{ lines, next }, setShown] = useState(history);
  const more = (before: number) =>
    run(async () => {
      const { results } = await call('GET /api/v1/audit/of/:entity/:id', { params: { entity, id }, query: { before } });
      setShown({ lines: [...lines, ...results.lines], next: results.next });
    });
  return (
    <section>
      <h2>{t('audit.history_of', { kind, id })}</h2>
      {lines.length === 0 && <EmptyState text={t('audit.no_history')} />}
      <ol className={styles.lines}>
        {lines.map((line) => (
          <li key={line.audit_idx}>
            <p>
              <b>{line.action}</b> · {line.actor ?? t('audit.system')} · <time>{format.dateTime(line.at)}</time>
            </p>
            <AuditChanges line={line} />
          </li>
        ))}
      </ol>
      {next !== null && (
        <Button variant="default" onClick={() => more(next)}>
          {t('common.more')}
        </Button>
      )}
    </section>
  );
}
