import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { StaffWords } from '../staff.messages.ts';
import styles from '../staff-login.module.css';

interface StaffCodeProps {
  /** A path of this site. */
  next: string;
  problem: string | null;
}

/** The page after the password of an account with two-factor: a plain form that works without script. */
export default function StaffCode({ next, problem }: StaffCodeProps) {
  const t = useT<StaffWords>();
  const { locale } = useInterface();
  const onwards = next === '/' ? '' : next;
  return (
    <Frame className={styles.card}>
      <h1>{t('staff.two_factor')}</h1>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <form method="post" action={listUrl('/login/code', { lang: locale, next: onwards })} className={styles.form}>
        <p>{t('staff.code_text')}</p>
        <label>
          {t('staff.code')}
          <input name="otp" autoComplete="one-time-code" autoCapitalize="none" maxLength={40} required autoFocus />
        </label>
        <Button variant="bare" type="submit">
          {t('staff.sign_in')}
        </Button>
      </form>
      <p className={styles.aside}>
        <a href={listUrl('/login', { next: onwards })}>{t('staff.back_to_log_in')}</a>
      </p>
    </Frame>
  );
}
