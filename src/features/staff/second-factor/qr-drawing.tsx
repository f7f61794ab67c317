import { useT } from '#ui/interface.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { StaffWords } from '../staff.messages.ts';
import type { QrCode } from './one-time-code.service.ts';
import styles from './second-factor.module.css';

/** The QR code of a secret, and the secret as text for people who cannot scan it. */
export function QrDrawing({ qr, secret }: { qr: QrCode; secret: string }) {
  const t = useT<StaffWords>();
  return (
    <>
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t('staff.qr')} className={styles.qr}>
        <path d={qr.path} />
      </svg>
      <Text tone="soft" size="small" breaks below={16} className={styles.secret}>
        {t('staff.secret_typed')}{' '}
        <Text as="code" mono tone="ink">
          {secret.replace(/.{4}(?=.)/g, '$& ')}
        </Text>
      </Text>
    </>
  );
}
