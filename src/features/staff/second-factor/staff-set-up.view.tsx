import { useInterface, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { StaffWords } from '../staff.messages.ts';
import styles from '../staff-login.module.css';
import type { QrCode } from './one-time-code.service.ts';
import { QrDrawing } from './qr-drawing.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';

interface StaffSetUpProps {
  /** A path of this site. */
  next: string;
  problem: string | null;
  /** The data for the app; null once it has been confirmed. */
  begun: { secret: string; qr: QrCode } | null;
  recoveryCodes: string[] | null;
}

/** Sets up two-factor during log-in, for administrators who need it: a plain form that works without script. */
export default function StaffSetUp({ next, problem, begun, recoveryCodes }: StaffSetUpProps) {
  const t = useT<StaffWords>();
  return (
    <Frame pad="28px 24px" className={styles.card}>
      <h1>{t(recoveryCodes ? 'staff.recovery_codes' : 'staff.two_factor')}</h1>
      {problem && <Note tone="problem">{problem}</Note>}
      {begun && <SetUpForm next={next} {...begun} />}
      {recoveryCodes && (
        <>
          <RecoveryCodeList codes={recoveryCodes} />
          <ButtonLink href={next} className={styles.whole}>
            {t('staff.codes_kept')}
          </ButtonLink>
        </>
      )}
    </Frame>
  );
}

function SetUpForm({ next, secret, qr }: { next: string; secret: string; qr: QrCode }) {
  const t = useT<StaffWords>();
  const { locale } = useInterface();
  const action = listUrl('/login/setup', { lang: locale, next: next === '/' ? '' : next });
  return (
    <Stack as="form" method="post" action={action} gap={14}>
      <p>
        {t('staff.set_up_needed')} {t('staff.set_up_text')}
      </p>
      <div>
        <QrDrawing qr={qr} secret={secret} />
      </div>
      <input type="hidden" name="secret" value={secret} />
      <Input
        label={t('staff.first_code')}
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        required
      />
      <Button variant="primary" className={styles.whole} type="submit">
        {t('staff.sign_in')}
      </Button>
    </Stack>
  );
}
