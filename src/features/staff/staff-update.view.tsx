import { useState } from 'react';
import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { StaleChoice } from '#ui/form/stale-choice.tsx';
import { useSaveOver } from '#ui/form/use-save-over.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Switch } from '#ui/kit/choice.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import type { staffApi } from './staff.contract.ts';
import type { StaffWords } from './staff.messages.ts';
import type { StaffRow } from './staff.store.ts';
import { useRemovals } from './use-removals.ts';

const call = client<typeof staffApi>();

/** The dialog that renames an account and sets whether it is an administrator. */
export default function StaffUpdate({ account, own }: { account: StaffRow; own: boolean }) {
  const t = useT<StaffWords>();
  const [name, setName] = useState(account.name);
  const [isAdmin, setIsAdmin] = useState(account.is_admin);
  const form = useUnsaved<HTMLFormElement>(name !== account.name || isAdmin !== account.is_admin);
  const submission = useSaveOver({ text: account.name, version: account.version }, 'name', async ({ version }) => {
    await call('PUT /api/v1/staff/:staff_idx', {
      params: { staff_idx: account.staff_idx },
      body: { name, is_admin: isAdmin, version },
    });
    await finishFragment(true);
  });
  const refused = submission.fieldError('name');
  return (
    <DialogForm
      ref={form}
      of={submission}
      heading={`${t('staff.edit')}: ${account.staff_id}`}
      failed={t('staff.failed')}
      isSaidByField={refused !== undefined}
      submit={t('common.save')}
      above={<StaleChoice of={submission} onTheirs={() => void finishFragment(true)} />}
    >
      <Input
        label={t('staff.name')}
        name="name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={refused}
        maxLength={200}
        required
        autoComplete="off"
      />
      <Switch
        label={t('staff.admin')}
        hint={t('staff.admin_hint')}
        checked={isAdmin}
        onChange={(event) => setIsAdmin(event.currentTarget.checked)}
      />
      {!own && <LogInActs account={account} />}
    </DialogForm>
  );
}

/** Removes ways to log in other than the password. */
function LogInActs({ account }: { account: StaffRow }) {
  const t = useT<StaffWords>();
  const { disconnect, turnOff, removePasskeys } = useRemovals(account);
  if (!account.two_factor && !account.single_sign_on && account.passkeys === 0) return null;
  return (
    <Inline>
      {account.two_factor && (
        <Button variant="soft" danger onClick={turnOff}>
          {t('staff.two_factor_turn_off')}
        </Button>
      )}
      {account.passkeys > 0 && (
        <Button variant="soft" danger onClick={removePasskeys}>
          {t('staff.passkeys_remove')}
        </Button>
      )}
      {account.single_sign_on && (
        <Button variant="soft" danger onClick={disconnect}>
          {t('staff.sso_disconnect')}
        </Button>
      )}
    </Inline>
  );
}
