import type { SessionRow } from '#kernel/auth/sessions.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Cell, ColumnHead, Table, TableFrame } from '#ui/kit/table.tsx';
import { deviceName } from './device-name.rules.ts';
import type { StaffWords } from './staff.messages.ts';

interface SessionTableProps {
  sessions: readonly SessionRow[];
  /** The viewer's own session. */
  current: string;
  onEnd: (session: SessionRow) => void;
}

/** Open sessions: where, since when, last used, and a button to end each. */
export function SessionTable({ sessions, current, onEnd }: SessionTableProps) {
  const t = useT<StaffWords>();
  const format = useFormat();
  if (sessions.length === 0) return <EmptyState text={t('staff.sessions_none')} />;
  return (
    <TableFrame label={t('staff.sessions')}>
      <Table cards>
        <thead>
          <tr>
            <ColumnHead>{t('staff.session_device')}</ColumnHead>
            <ColumnHead>{t('staff.session_address')}</ColumnHead>
            <ColumnHead>{t('staff.session_opened')}</ColumnHead>
            <ColumnHead>{t('staff.session_seen')}</ColumnHead>
            <ColumnHead kind="actions">{t('common.actions')}</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => {
            const device = deviceName(session.agent) ?? t('staff.unknown_device');
            return (
              <tr key={session.session_id}>
                <Cell kind="lead" title={session.agent}>
                  {device}
                  {session.session_id === current && <b> · {t('staff.session_this')}</b>}
                </Cell>
                <Cell>{session.address}</Cell>
                <Cell kind="nowrap" label={t('staff.session_opened')}>
                  {format.dateTime(session.created_at)}
                </Cell>
                <Cell kind="nowrap" label={t('staff.session_seen')}>
                  {format.dateTime(session.seen_at)}
                </Cell>
                <Cell kind="actions">
                  <Button
                    variant="quiet"
                    onClick={() => onEnd(session)}
                    aria-label={t('staff.session_end_named', { device: `${device}, ${session.address}` })}
                  >
                    {t('staff.session_end')}
                  </Button>
                </Cell>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </TableFrame>
  );
}
