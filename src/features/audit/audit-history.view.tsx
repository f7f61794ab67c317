import { Frame } from '#ui/kit/card.tsx';
import { client } from '#client/api.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Grid, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { auditApi, History, TrailEntry } from './audit.contract.ts';
import type { AuditWords } from './audit.messages.ts';
import { AuditChanges } from './audit-changes.tsx';
import styles from './audit-history.module.css';
import { useMoreEntries } from './audit-more.tsx';
import { AuditActor, AuditApproved, AuditRecord, AuditUndone, TrailEntryActs } from './trail-entry.tsx';

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
  const { lines: entries, button } = useMoreEntries(history, async (before: number) => {
    const { results } = await call('GET /api/v1/audit/of/:entity/:id', { params: { entity, id }, query: { before } });
    return results;
  });
  return (
    <section className={styles.history}>
      <h2>{t('audit.history_of', { kind, title })}</h2>
      {entries.length === 0 && <EmptyState text={t('audit.no_history')} />}
      {daysOf(entries, format.date).map(({ day, own }) => (
        <Stack as="section" key={day} gap={0} below={18}>
          <Text as="h3" tone="soft" below={6}>
            {day}
          </Text>
          <Frame as="ol">
            {own.map((entry) => (
              <Grid
                as="li"
                key={`${entry.audit_idx} ${entry.entity} ${entry.id}`}
                columns="76px minmax(0, 1fr) auto"
                onPhone="minmax(0, 1fr)"
                gap="2px 12px"
                pad="10px 14px"
              >
                <Text
                  as="time"
                  tone="soft"
                  number
                  dateTime={new Date(entry.at * 1000).toISOString()}
                  title={format.dateTime(entry.at)}
                >
                  {format.time(entry.at)}
                </Text>
                <Stack gap={4}>
                  <p>
                    <b>
                      <AuditActor entry={entry} />
                    </b>
                    <AuditApproved entry={entry} /> ·{' '}
                    {(entry.entity !== entity || entry.id !== id) && (
                      <>
                        <AuditRecord entry={entry} />{' '}
                      </>
                    )}
                    {entry.action} <AuditUndone undone={entry.undone} />
                  </p>
                  <AuditChanges entry={entry} />
                </Stack>
                <TrailEntryActs entry={entry} newest={entries.find((other) => isSame(other, entry))?.audit_idx} />
              </Grid>
            ))}
          </Frame>
        </Stack>
      ))}
      {button}
    </section>
  );
}

/** The entries by day, as they come. */
function daysOf(entries: readonly TrailEntry[], dayOf: (at: number) => string) {
  return [...Map.groupBy(entries, ({ at }) => dayOf(at))].map(([day, own]) => ({ day, own }));
}
