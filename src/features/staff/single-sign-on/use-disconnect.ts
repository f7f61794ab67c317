import { client } from '#client/api.ts';
import { confirm, reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { staffApi } from '../staff.contract.ts';
import type { StaffWords } from '../staff.messages.ts';
import type { StaffRow } from '../staff.store.ts';

const call = client<typeof staffApi>();

/** Asks, then disconnects an account and reloads its page or list. */
export function useDisconnect({ staff_idx, staff_id }: StaffRow): () => void {
  const t = useT<StaffWords>();
  const run = useAct();
  return () =>
    run(async () => {
      const title = t('staff.sso_disconnect_title', { id: staff_id });
      const question = { title, body: t('staff.sso_disconnect_body'), agree: t('staff.sso_disconnect'), danger: true };
      if (!(await confirm(question))) return;
      await call('DELETE /api/v1/staff/:staff_idx/single_sign_on', { params: { staff_idx } });
      reloadWith(t('staff.sso_disconnected'));
    });
}
