import { useState } from 'react';
import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { IssuedSecret } from '#ui/form/issued-secret.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Input } from '#ui/kit/input.tsx';
import type { staffApi } from './staff.contract.ts';
import type { StaffWords } from './staff.messages.ts';
import type { StaffRow } from './staff.store.ts';

const call = client<typeof staffApi>();

/** The dialog that resets somebody's password to a given one, or to a generated one that is shown once. */
export default function StaffPassword({ account }: { account: StaffRow }) {
  const t = useT<StaffWords>();
  const [password, setPassword] = useState('');
  const [issued, setIssued] = useState<string | null>(null);
  const form = useUnsaved<HTMLFormElement>(password !== '' && issued === null);
  const submission = useSubmit(async () => {
    const { results } = await call('PUT /api/v1/staff/:staff_idx/password', {
      params: { staff_idx: account.staff_idx },
      body: { ...(password !== '' && { password }), version: account.version },
    });
    if (results.password === null) await finishFragment(true);
    else setIssued(results.password);
  });
  const refused = submission.fieldError('password');
  const heading = t('staff.reset_of', { name: account.name });
  if (issued !== null) {
    const label = t('staff.issued', { id: account.staff_id });
    return <IssuedSecret heading={heading} label={label} secret={issued} hint={t('staff.issued_hint')} />;
  }
  return (
    <DialogForm
      ref={form}
      of={submission}
      heading={heading}
      failed={t('staff.reset_failed')}
      isSaidByField={refused !== undefined}
      submit={t('staff.reset')}
      isDanger
      above={<input type="text" name="username" autoComplete="username" value={account.staff_id} readOnly hidden />}
    >
      <p>{t('staff.reset_hint')}</p>
      <Input
        type="password"
        label={`${t('staff.new_password')} (${t('common.optional')})`}
        hint={t('staff.password_hint')}
        name="password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={refused}
        maxLength={1024}
        autoComplete="new-password"
      />
    </DialogForm>
  );
}
