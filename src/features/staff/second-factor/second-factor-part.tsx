import { useState } from 'react';
import { client } from '#client/api.ts';
import { openFragment, reloadWith } from '#client/dialogs.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { staffApi } from '../staff.contract.ts';
import type { StaffWords } from '../staff.messages.ts';
import type { StaffRow } from '../staff.store.ts';
import { type Proof, ProofFields } from './proof-fields.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

const call = client<typeof staffApi>();
const empty: Proof = { current_password: '', otp: '' };

/** Two-factor of the person's own account: a button to set it up, or its recovery codes and a button to turn it off. */
export function SecondFactorPart({ account, recoveryCodes }: { account: StaffRow; recoveryCodes: number }) {
  const t = useT<StaffWords>();
  const setUp = async () => {
    if (await openFragment('/staff/second-factor')) reloadWith(t('staff.two_factor_done'));
  };
  return (
    <>
      <Text tone="soft" below={12}>
        {t(account.two_factor ? 'staff.two_factor_on' : 'staff.two_factor_hint')}{' '}
        {account.two_factor && t('staff.recovery_codes_left', { count: recoveryCodes })}
      </Text>
      {account.two_factor ? (
        <ChangeForm staffId={account.staff_id} />
      ) : (
        <Button variant="primary" onClick={() => void setUp()}>
          {t('staff.two_factor_set_up')}
        </Button>
      )}
    </>
  );
}

/** Both acts take the password and a code. */
function ChangeForm({ staffId }: { staffId: string }) {
  const t = useT<StaffWords>();
  const [proof, setProof] = useState(empty);
  const [codes, setCodes] = useState<string[] | null>(null);
  const renewing = useSubmit(async () => {
    const { results } = await call('POST /api/v1/staff/me/recovery_codes', { body: proof });
    setProof(empty);
    setCodes(results.recovery_codes);
  });
  const ending = useSubmit(async () => {
    await call('DELETE /api/v1/staff/me/second_factor', { body: proof });
    reloadWith(t('staff.two_factor_ended'));
  });
  const incomplete = proof.otp === '' || proof.current_password === '';
  const failed = renewing.error ? renewing : ending;
  const refused = failed.fieldError('otp') ?? failed.fieldError('current_password');
  if (codes) return <RecoveryCodeList codes={codes} />;
  return (
    <form onSubmit={renewing.submit} noValidate>
      <Stack narrow>
        {!refused && <FormProblem of={failed} title={t('staff.two_factor_failed')} />}
        <ProofFields
          staffId={staffId}
          proof={proof}
          onChange={setProof}
          submission={failed}
          codeLabel={t('staff.code')}
        />
        <Inline>
          <Button variant="primary" type="submit" busy={renewing.pending} disabled={incomplete}>
            {t('staff.recovery_codes_renew')}
          </Button>
          <Button
            variant="soft"
            danger
            busy={ending.pending}
            disabled={incomplete}
            onClick={() => {
              renewing.clear();
              ending.submit();
            }}
          >
            {t('staff.two_factor_turn_off')}
          </Button>
        </Inline>
      </Stack>
    </form>
  );
}
