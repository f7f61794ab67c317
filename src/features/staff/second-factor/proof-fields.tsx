import type { Submission } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { Input } from '#ui/kit/input.tsx';
import type { StaffWords } from '../staff.messages.ts';

/** Proof that the account is the person's own. */
export interface Proof {
  current_password: string;
  otp: string;
}

interface ProofFieldsProps {
  /** The person's own ID, for password managers. */
  staffId: string;
  proof: Proof;
  onChange: (proof: Proof) => void;
  submission: Submission;
  codeLabel: string;
}

/** The current password and a code from the app. */
export function ProofFields({ staffId, proof, onChange, submission, codeLabel }: ProofFieldsProps) {
  const t = useT<StaffWords>();
  const field = (name: keyof Proof) => ({
    name,
    value: proof[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange({ ...proof, [name]: event.currentTarget.value }),
    error: submission.fieldError(name),
    required: true,
  });
  return (
    <>
      <input type="text" name="username" autoComplete="username" value={staffId} readOnly hidden />
      <Input
        {...field('current_password')}
        type="password"
        autoComplete="current-password"
        label={t('staff.current_password')}
        maxLength={1024}
      />
      <Input {...field('otp')} autoComplete="one-time-code" label={codeLabel} maxLength={40} />
    </>
  );
}
