import { useState } from 'react';
import { client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import type { staffApi } from '../staff.contract.ts';
import type { StaffWords } from '../staff.messages.ts';

const call = client<typeof staffApi>();
const empty = { current_password: '', password: '', repeated: '' };

interface OwnPasswordFormProps {
  /** The person's own ID, for password managers. */
  staffId: string;
  version: number;
  onChanged: () => void;
}

/** Changes the person's own password: the current one, and the new one twice. */
export function OwnPasswordForm({ staffId, version, onChanged }: OwnPasswordFormProps) {
  const t = useT<StaffWords>();
  const [given, setGiven] = useState(empty);
  const form = useUnsaved<HTMLFormElement>(Object.values(given).some((text) => text !== ''));
  const differ = given.repeated !== '' && given.repeated !== given.password;
  const submission = useSubmit(async () => {
    const { current_password, password } = given;
    await call('PUT /api/v1/staff/me/password', { body: { current_password, password, version } });
    setGiven(empty);
    onChanged();
    await notify({ message: t('staff.password_changed') });
  });
  const refused = submission.fieldError('current_password') ?? submission.fieldError('password');
  const field = (name: keyof typeof empty, autoComplete: string) => ({
    type: 'password',
    name,
    autoComplete,
    value: given[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setGiven({ ...given, [name]: event.currentTarget.value }),
    error: submission.fieldError(name),
    maxLength: 1024,
    required: true,
  });
  return (
    <form ref={form} onSubmit={submission.submit} noValidate>
      <input type="text" name="username" autoComplete="username" value={staffId} readOnly hidden />
      <Stack narrow>
        {!refused && <FormProblem of={submission} title={t('staff.change_failed')} />}
        <Input {...field('current_password', 'current-password')} label={t('staff.current_password')} />
        <Input
          {...field('password', 'new-password')}
          label={t('staff.new_password')}
          hint={t('staff.new_password_hint')}
        />
        <Input
          {...field('repeated', 'new-password')}
          label={t('staff.repeat_password')}
          error={differ ? t('staff.repeat_wrong') : undefined}
        />
        <Button
          variant="primary"
          type="submit"
          busy={submission.pending}
          disabled={given.repeated !== given.password || given.password === ''}
        >
          {t('staff.change_password')}
        </Button>
      </Stack>
    </form>
  );
}
