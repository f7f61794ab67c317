import type { SessionRow } from '#kernel/auth/sessions.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import table from '#ui/table/table.module.css';
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
    <div className={table.wrap} role="region" aria-label={t('staff.sessions')} tabIndex={0}>
      <table className={`${table.table} ${table.list}`}>
        <thead>
          <tr>
            <th scope="col">{t('staff.session_device')}</th>
            <th scope="col">{t('staff.session_address')}</th>
            <th scope="col">{t('staff.session_opened')}</th>
            <th scope="col">{t('staff.session_seen')}</th>
            <th scope="col" className={table.actions}>
              {t('common.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => {
            const device = deviceName(session.agent) ?? t('staff.unknown_device');
            return (
              <tr key={session.session_id}>
                <td className={table.lead} title={session.agent}>
                  {device}
                  {session.session_id === current && <b> · {t('staff.session_this')}</b>}
                </td>
                <td>{session.address}</td>
                <td className={table.nowrap} data-label={t('staff.session_opened')}>
                  {format.dateTime(session.created_at)}
                </td>
                <td className={table.nowrap} data-label={t('staff.session_seen')}>
                  {format.dateTime(session.seen_at)}
                </td>
                <td className={table.actions}>
                  <Button
                    variant="quiet"
                    onClick={() => onEnd(session)}
                    aria-label={t('staff.session_end_named', { device: `${device}, ${session.address}` })}
                  >
                    {t('staff.session_end')}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
