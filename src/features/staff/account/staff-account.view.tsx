import type { SessionRow } from '#kernel/auth/sessions.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { SecondFactorPart } from '../second-factor/second-factor-part.tsx';
import { SessionTable } from '../session-table.tsx';
import type { StaffWords } from '../staff.messages.ts';
import type { StaffRow } from '../staff.store.ts';
import { useSessions } from '../use-sessions.ts';
import { OwnPasswordForm } from './own-password-form.tsx';
import { SingleSignOnPart } from './single-sign-on-part.tsx';
import styles from './staff-account.module.css';

interface StaffAccountProps {
  account: StaffRow;
  sessions: SessionRow[];
  current: string;
  /** The number of unused recovery codes of the second factor. */
  recoveryCodes: number;
  /** Whether single sign-on is configured. */
  hasProvider: boolean;
  /** Why connecting the account to it has just failed. */
  problem: string | null;
}

/** The person's own account: its open sessions, its password, and its other ways to log in. */
export default function StaffAccount(props: StaffAccountProps) {
  const { account, sessions: initial, current, recoveryCodes, hasProvider, problem } = props;
  const t = useT<StaffWords>();
  const { sessions, refresh, end, endAll } = useSessions(account.staff_idx, initial, current);
  return (
    <>
      <PageHead title={t('staff.account')} />
      <p className={styles.who}>
        {account.name} <span>({account.staff_id})</span>
      </p>
      <section className={styles.part}>
        <h2>{t('staff.sessions')}</h2>
        <p>{t('staff.sessions_hint')}</p>
        <SessionTable sessions={sessions} current={current} onEnd={end} />
        {sessions.some((session) => session.session_id !== current) && (
          <Button variant="soft" danger onClick={endAll}>
            {t('staff.session_end_others')}
          </Button>
        )}
      </section>
      <section className={styles.part}>
        <h2>{t('staff.change_password')}</h2>
        {account.has_password ? (
          <OwnPasswordForm staffId={account.staff_id} version={account.version} onChanged={() => void refresh()} />
        ) : (
          <p>{t('staff.sso_no_password')}</p>
        )}
      </section>
      {account.has_password && (
        <section className={styles.part}>
          <h2>{t('staff.two_factor')}</h2>
          <SecondFactorPart account={account} recoveryCodes={recoveryCodes} />
        </section>
      )}
      {hasProvider && (
        <section className={styles.part}>
          <h2>{t('staff.sso_heading')}</h2>
          <SingleSignOnPart account={account} problem={problem} />
        </section>
      )}
    </>
  );
}
