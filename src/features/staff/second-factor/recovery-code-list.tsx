import { useT } from '#ui/interface.tsx';
import type { StaffWords } from '../staff.messages.ts';
import styles from './second-factor.module.css';

/** Recovery codes, shown only once. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const t = useT<StaffWords>();
  return (
    <>
      <p>{t('staff.recovery_codes_hint')}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
