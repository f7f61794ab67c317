import type { SessionRow } from '#kernel/auth/sessions.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Acts } from '#ui/kit/layout.tsx';
import { SessionTable } from './session-table.tsx';
import type { StaffWords } from './staff.messages.ts';
import type { StaffRow } from './staff.store.ts';
import { useSessions } from './use-sessions.ts';

interface StaffSessionsProps {
  account: StaffRow;
  sessions: SessionRow[];
  current: string;
}

/** The dialog with a person's open sessions. */
export default function StaffSessions({ account, sessions: initial, current }: StaffSessionsProps) {
  const t = useT<StaffWords>();
  const { sessions, end, endAll } = useSessions(account.staff_idx, initial, current);
  const others = sessions.filter((session) => session.session_id !== current);
  return (
    <section>
      <h2>{t('staff.sessions_of', { name: account.name })}</h2>
      <SessionTable sessions={sessions} current={current} onEnd={end} />
      {others.length > 0 && (
        <Acts>
          <Button variant="soft" danger onClick={endAll}>
            {t(others.length < sessions.length ? 'staff.session_end_others' : 'staff.session_end_all')}
          </Button>
        </Acts>
      )}
    </section>
  );
}
