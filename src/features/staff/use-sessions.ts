import { useState } from 'react';
import { client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { goTo } from '#client/office-path.ts';
import type { SessionRow } from '#kernel/auth/sessions.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { staffApi } from './staff.contract.ts';
import type { StaffWords } from './staff.messages.ts';

const call = client<typeof staffApi>();

/** The sessions of one account and the actions that end them. Ending the viewer's own leads to the sign-in page. */
export function useSessions(staffIdx: number, initial: readonly SessionRow[], current: string) {
  const t = useT<StaffWords>();
  const run = useAct();
  const [sessions, setSessions] = useState(initial);
  const refresh = async () => {
    setSessions((await call('GET /api/v1/staff/:staff_idx/sessions', { params: { staff_idx: staffIdx } })).results);
  };
  const end = ({ session_id }: SessionRow) =>
    run(async () => {
      await call('DELETE /api/v1/staff/:staff_idx/sessions/:session_id', {
        params: { staff_idx: staffIdx, session_id },
      });
      if (session_id === current) return goTo('/login');
      await refresh();
      await notify({ message: t('staff.session_ended') });
    });
  const endAll = () =>
    run(async () => {
      const { results } = await call('DELETE /api/v1/staff/:staff_idx/sessions', { params: { staff_idx: staffIdx } });
      await refresh();
      await notify({ message: t('staff.sessions_ended', { count: results.ended }) });
    });
  return { sessions, refresh, end, endAll };
}
