import { useState } from 'react';
import { client } from '#client/api.ts';
import { goTo } from '#client/office-path.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { staffApi } from '../staff.contract.ts';
import type { StaffWords } from '../staff.messages.ts';
import type { StaffRow } from '../staff.store.ts';
import { useRemovals } from '../use-removals.ts';

const call = client<typeof staffApi>();

interface SingleSignOnPartProps {
  account: StaffRow;
  /** Why connecting the account has just failed. */
  problem: string | null;
}

/**
 * Whether the person's own account is connected to the single sign-on provider, with buttons to connect and disconnect
 * it.
 */
export function SingleSignOnPart({ account, problem }: SingleSignOnPartProps) {
  const t = useT<StaffWords>();
  const { disconnect } = useRemovals(account);
  return (
    <>
      {problem && (
        <Note tone="problem" title={t('staff.sso_connect_failed')}>
          {problem}
        </Note>
      )}
      <Text tone="soft" below={12}>
        {t(account.single_sign_on ? 'staff.sso_is_connected' : 'staff.sso_hint')}
      </Text>
      {!account.single_sign_on && <ConnectForm />}
      {account.single_sign_on && account.has_password && (
        <Button variant="soft" danger onClick={disconnect}>
          {t('staff.sso_disconnect')}
        </Button>
      )}
    </>
  );
}

/** The password proves that the account is theirs; the provider proves who they are there. */
function ConnectForm() {
  const t = useT<StaffWords>();
  const [password, setPassword] = useState('');
  const submission = useSubmit(async () => {
    const { results } = await call('POST /api/v1/staff/me/single_sign_on', { body: { current_password: password } });
    goTo(results.url);
  });
  const refused = submission.fieldError('current_password');
  return (
    <form onSubmit={submission.submit} noValidate>
      {!refused && <FormProblem of={submission} title={t('staff.sso_connect_failed')} />}
      <Inline low narrow>
        <Input
          label={t('staff.current_password')}
          type="password"
          name="current_password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={refused}
          maxLength={1024}
          required
        />
        <Button variant="primary" type="submit" busy={submission.pending} disabled={password === ''}>
          {t('staff.sso_connect')}
        </Button>
      </Inline>
    </form>
  );
}
