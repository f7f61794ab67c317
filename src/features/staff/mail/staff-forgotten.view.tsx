import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { StaffWords } from '../staff.messages.ts';
import styles from '../staff-login.module.css';

interface StaffForgottenProps {
  /** The form was sent. */
  isNoted: boolean;
}

/** The page for a forgotten password: a plain form that works without script, and says nothing of the account. */
export default function StaffForgotten({ isNoted }: StaffForgottenProps) {
  const t = useT<StaffWords>();
  const { locale } = useInterface();
  return (
    <Frame className={styles.card}>
      <h1>{t('staff.forgotten')}</h1>
      {isNoted ? (
        <p role="status">{t('staff.forgotten_noted')}</p>
      ) : (
        <form method="post" action={listUrl('/login/forgotten', { lang: locale })} className={styles.form}>
          <p>{t('staff.forgotten_hint')}</p>
          <label>
            {t('staff.id')}
            <input
              name="id"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              required
              autoFocus
            />
          </label>
          <Button variant="bare" type="submit">
            {t('staff.forgotten_send')}
          </Button>
        </form>
      )}
      <p className={styles.aside}>
        <a href="/login">{t('staff.back_to_log_in')}</a>
      </p>
    </Frame>
  );
}
