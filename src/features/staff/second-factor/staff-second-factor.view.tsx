import { useState } from 'react';
import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import { DialogForm } from '#ui/form/dialog-form.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Acts } from '#ui/kit/layout.tsx';
import type { staffApi } from '../staff.contract.ts';
import type { StaffWords } from '../staff.messages.ts';
import type { QrCode } from './one-time-code.service.ts';
import { type Proof, ProofFields } from './proof-fields.tsx';
import { QrDrawing } from './qr-drawing.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

const call = client<typeof staffApi>();

interface StaffSecondFactorProps {
  secret: string;
  /** The person's own ID, for password managers. */
  staffId: string;
  qr: QrCode;
}

/** The dialog that sets up two-factor for the person's own account, and shows its recovery codes once. */
export default function StaffSecondFactor({ secret, staffId, qr }: StaffSecondFactorProps) {
  const t = useT<StaffWords>();
  const [proof, setProof] = useState<Proof>({ current_password: '', otp: '' });
  const [codes, setCodes] = useState<string[] | null>(null);
  const shown = useUnsaved<HTMLDivElement>(codes !== null, {
    title: t('staff.codes_leave_title'),
    body: t('staff.codes_leave'),
  });
  const submission = useSubmit(async () => {
    const { results } = await call('POST /api/v1/staff/me/second_factor', { body: { ...proof, secret } });
    setCodes(results.recovery_codes);
  });
  const refused = submission.fieldError('otp') ?? submission.fieldError('current_password');
  if (codes)
    return (
      <div ref={shown}>
        <h2>{t('staff.recovery_codes')}</h2>
        <RecoveryCodeList codes={codes} />
        <Acts>
          <Button variant="primary" autoFocus onClick={() => void finishFragment(true)}>
            {t('staff.codes_kept')}
          </Button>
        </Acts>
      </div>
    );
  return (
    <DialogForm
      of={submission}
      heading={t('staff.two_factor_set_up')}
      failed={t('staff.two_factor_failed')}
      isSaidByField={refused !== undefined}
      submit={t('staff.two_factor_turn_on')}
      disabled={proof.otp === '' || proof.current_password === ''}
    >
      <p>{t('staff.set_up_text')}</p>
      <div>
        <QrDrawing qr={qr} secret={secret} />
      </div>
      <ProofFields
        staffId={staffId}
        proof={proof}
        onChange={setProof}
        submission={submission}
        codeLabel={t('staff.first_code')}
      />
    </DialogForm>
  );
}
