import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { StaffWords } from '../staff.messages.ts';
import styles from '../staff-login.module.css';

interface StaffNewPasswordProps {
  token: string;
  /** Whether the link can set a password, has set one, or is over. */
  state: 'open' | 'done' | 'over';
  staffId: string;
  problem: string | null;
  mayRequest: boolean;
}

/** The page of a link in a mail: a plain form that sets a password, and works without script. */
export default function StaffNewPassword({ token, state, staffId, problem, mayRequest }: StaffNewPasswordProps) {
  const t = useT<StaffWords>();
  const { locale } = useInterface();
  return (
    <Frame className={styles.card}>
      <h1>{t('staff.link_choose')}</h1>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {state === 'open' && (
        <form
          method="post"
          action={listUrl(`/login/link/${encodeURIComponent(token)}`, { lang: locale })}
          className={styles.form}
        >
          <input type="text" name="username" autoComplete="username" value={staffId} readOnly hidden disabled />
          <p>{t('staff.link_for', { id: staffId })}</p>
          <label>
            {t('staff.new_password')}
            <input type="password" name="password" autoComplete="new-password" maxLength={1024} required autoFocus />
          </label>
          <p>{t('staff.new_password_hint')}</p>
          <Button variant="bare" type="submit">
            {t('common.save')}
          </Button>
        </form>
      )}
      {state === 'over' && <p role="alert">{t('staff.link_over')}</p>}
      {state === 'done' && <p role="status">{t('staff.link_done')}</p>}
      <p className={styles.aside}>
        {state === 'over' && mayRequest && <a href="/login/forgotten">{t('staff.forgotten')}</a>}{' '}
        <a href="/login">{t('staff.back_to_log_in')}</a>
      </p>
    </Frame>
  );
}
