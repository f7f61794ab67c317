import { useState } from 'react';
import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import type { Made } from '#client/made.ts';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { IssuedSecret } from '#ui/form/issued-secret.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Switch } from '#ui/kit/choice.tsx';
import { Input } from '#ui/kit/input.tsx';
import type { staffApi } from './staff.contract.ts';
import type { StaffWords } from './staff.messages.ts';

const call = client<typeof staffApi>();
const fields = ['staff_id', 'name', 'mail_address', 'password'] as const;
const empty = { staff_id: '', name: '', mail_address: '', password: '', is_admin: true };

/** The dialog that adds an account, and shows its password once if it was generated. */
export default function StaffCreate({ sendsMail }: { sendsMail: boolean }) {
  const t = useT<StaffWords>();
  const [given, setGiven] = useState(empty);
  const [issued, setIssued] = useState<string | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const typed = fields.some((name) => given[name] !== '');
  const form = useUnsaved<HTMLFormElement>(typed && issued === null);
  const submission = useSubmit(async () => {
    const body = { ...given, password: given.password === '' ? undefined : given.password };
    const { results } = await call('POST /api/v1/staff', { body });
    const account = { id: results.staff_idx, title: given.name };
    if (results.password === null) return finishFragment(account);
    setMade(account);
    setIssued(results.password);
  });
  const refused = fields.some((name) => submission.fieldError(name) !== undefined);
  const field = (name: (typeof fields)[number]) => ({
    name,
    value: given[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setGiven({ ...given, [name]: event.currentTarget.value }),
    error: submission.fieldError(name),
    autoComplete: name === 'password' ? 'new-password' : 'off',
  });
  const heading = t('staff.create');
  if (issued !== null) {
    const label = t('staff.issued', { id: given.staff_id });
    return <IssuedSecret heading={heading} label={label} secret={issued} hint={t('staff.issued_hint')} result={made} />;
  }
  return (
    <DialogForm
      ref={form}
      of={submission}
      heading={heading}
      failed={t('staff.failed')}
      isSaidByField={refused}
      submit={t('common.create')}
    >
      <Input {...field('staff_id')} label={t('staff.id')} hint={t('staff.id_hint')} maxLength={64} required />
      <Input {...field('name')} label={t('staff.name')} maxLength={200} required />
      {sendsMail && (
        <Input
          {...field('mail_address')}
          type="email"
          label={`${t('staff.mail_address')} (${t('common.optional')})`}
          hint={t('staff.mail_address_hint')}
          maxLength={254}
        />
      )}
      <Input
        {...field('password')}
        type="password"
        label={`${t('staff.password')} (${t('common.optional')})`}
        hint={t('staff.password_hint')}
        maxLength={1024}
      />
      <Switch
        label={t('staff.admin')}
        hint={t('staff.admin_hint')}
        checked={given.is_admin}
        onChange={(event) => setGiven({ ...given, is_admin: event.currentTarget.checked })}
      />
    </DialogForm>
  );
}
