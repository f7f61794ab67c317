import { client } from '#client/api.ts';
import { confirm, reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { staffApi } from '../staff.contract.ts';
import type { StaffWords } from '../staff.messages.ts';
import type { StaffRow } from '../staff.store.ts';

const call = client<typeof staffApi>();

/** Asks, then turns off somebody else's two-factor and reloads the list. */
export function useTurnOff({ staff_idx, staff_id }: StaffRow): () => void {
  const t = useT<StaffWords>();
  const run = useAct();
  return () =>
    run(async () => {
      const title = t('staff.two_factor_off_title', { id: staff_id });
      const agree = t('staff.two_factor_turn_off');
      if (!(await confirm({ title, body: t('staff.two_factor_off_body'), agree, danger: true }))) return;
      await call('DELETE /api/v1/staff/:staff_idx/second_factor', { params: { staff_idx } });
      reloadWith(t('staff.two_factor_ended'));
    });
}
