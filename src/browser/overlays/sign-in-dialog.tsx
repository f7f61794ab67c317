import { useEffect, useState } from 'react';
import { inOffice } from '#client/office-path.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { forgetUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import styles from '#ui/kit/dialog.module.css';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Acts, Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { failure } from '../../client/api.ts';
import { inPageLanguage } from '../../client/language.ts';
import { onRenewed } from '../../client/live/renewed.ts';
import { pageStaff, providerName } from '../../client/session.ts';

/** Signs in on a page whose session has ended, so that unsaved input is kept. */
export function SignInDialog({ onAnswer }: { onAnswer: (signedIn: boolean) => void }) {
  const t = useT();
  const owner = pageStaff();
  const [given, setGiven] = useState({ id: owner, password: '', otp: '' });
  const [needsCode, setNeedsCode] = useState(false);
  const [warned, setWarned] = useState(false);
  const id = given.id.trim();
  const isOther = id.toLowerCase() !== owner.toLowerCase();
  const submission = useSubmit(async () => {
    if (isOther && !warned) return setWarned(true);
    const { password, otp } = given;
    if ((await signIn({ id, password, ...(needsCode && { otp }) })) === 'code') return setNeedsCode(true);
    if (!isOther) return onAnswer(true);
    // The page, with its input, belongs to somebody else.
    forgetUnsaved(document.documentElement);
    location.reload();
  });
  const other = useRenewal(owner, onAnswer);
  const field = (name: keyof typeof given) => ({
    name,
    value: given[name],
    required: true,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      setGiven({ ...given, [name]: event.currentTarget.value });
      if (name === 'id') setWarned(false);
    },
  });
  return (
    <Dialog title={t('session.title')} onClose={() => onAnswer(false)}>
      <form onSubmit={submission.submit} noValidate>
        <p>{t('session.text')}</p>
        <FormProblem of={submission} />
        <Stack>
          <Input {...field('id')} label={t('session.id')} autoComplete="username" maxLength={200} />
          <Input
            {...field('password')}
            label={t('session.password')}
            type="password"
            autoComplete="current-password"
            maxLength={1024}
            data-autofocus
          />
          {needsCode && (
            <Input {...field('otp')} label={t('session.code')} autoComplete="one-time-code" maxLength={40} autoFocus />
          )}
        </Stack>
        {other !== null && <Note tone="problem">{t('session.renewed_other', { owner, id: other })}</Note>}
        {isOther && warned && <Note tone="problem">{t('session.other', { owner, id })}</Note>}
        <OtherWays />
        <Acts>
          <Button onClick={() => onAnswer(false)}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" busy={submission.pending}>
            {isOther && warned ? t('session.sign_in_reload') : t('session.sign_in')}
          </Button>
        </Acts>
      </form>
    </Dialog>
  );
}

/** Waits for a log-in in another tab. Returns the ID of a different user who logged in there, if any. */
function useRenewal(owner: string, onAnswer: (signedIn: boolean) => void): string | null {
  const [other, setOther] = useState<string | null>(null);
  useEffect(
    () => onRenewed((staff) => (staff.toLowerCase() === owner.toLowerCase() ? onAnswer(true) : setOther(staff))),
    [owner, onAnswer],
  );
  return other;
}

/** Links to log in with a passkey or at the provider in a new tab, which tells this page when it returns. */
function OtherWays() {
  const t = useT();
  const name = providerName();
  const way = { target: '_blank', className: styles.provider };
  return (
    <>
      <ButtonLink href="/login?next=/staff/renewed" {...way}>
        {t('session.passkey')}
      </ButtonLink>
      {name !== undefined && (
        <ButtonLink href="/login/oidc?next=/staff/renewed" {...way}>
          {t('session.sso', { named: name === '' ? 'no' : 'yes', name })}
        </ButtonLink>
      )}
    </>
  );
}

/**
 * Returns whether a code is needed first. Bypasses the API client, which would ask to sign in after a wrong password.
 */
async function signIn(body: { id: string; password: string; otp?: string }): Promise<'in' | 'code'> {
  const response = await fetch(inOffice('/login'), {
    method: 'POST',
    headers: { ...inPageLanguage(), accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
  const answer: unknown = await response?.json().catch(() => null);
  if (response?.ok && answer !== null) return 'in';
  const refusal = isRefusal(answer) ? answer : null;
  if (refusal?.error.code === 'login.second_factor') return 'code';
  throw failure(response?.status ?? 0, refusal);
}

const isRefusal = (answer: unknown): answer is { error: { code: string; message: string } } =>
  typeof answer === 'object' && answer !== null && 'error' in answer;
