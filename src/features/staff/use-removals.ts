import { client } from '#client/api.ts';
import { confirm, reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { passkeyApi } from './passkey/passkey.contract.ts';
import type { staffApi } from './staff.contract.ts';
import type { StaffWords } from './staff.messages.ts';
import type { StaffRow } from './staff.store.ts';

const call = client<typeof staffApi & typeof passkeyApi>();

/** Turn off an account's two-factor, remove its passkeys, or disconnect it from single sign-on; each asks first, and reloads the page. */
export function useRemovals({ staff_idx, staff_id: id }: StaffRow): {
  turnOff: () => void;
  disconnect: () => void;
  removePasskeys: () => void;
} {
  const t = useT<StaffWords>();
  const run = useAct();
  const params = { staff_idx };
  return {
    turnOff: () =>
      run(async () => {
        const texts = { title: t('staff.two_factor_off_title', { id }), body: t('staff.two_factor_off_body') };
        if (!(await confirm({ ...texts, agree: t('staff.two_factor_turn_off'), danger: true }))) return;
        await call('DELETE /api/v1/staff/:staff_idx/second_factor', { params });
        reloadWith(t('staff.two_factor_ended'));
      }),
    removePasskeys: () =>
      run(async () => {
        const texts = { title: t('staff.passkeys_remove_title', { id }), body: t('staff.passkeys_remove_body') };
        if (!(await confirm({ ...texts, agree: t('staff.passkeys_remove'), danger: true }))) return;
        await call('DELETE /api/v1/staff/:staff_idx/passkey', { params });
        reloadWith(t('staff.passkeys_removed'));
      }),
    disconnect: () =>
      run(async () => {
        const texts = { title: t('staff.sso_disconnect_title', { id }), body: t('staff.sso_disconnect_body') };
        if (!(await confirm({ ...texts, agree: t('staff.sso_disconnect'), danger: true }))) return;
        await call('DELETE /api/v1/staff/:staff_idx/single_sign_on', { params });
        reloadWith(t('staff.sso_disconnected'));
      }),
  };
}
