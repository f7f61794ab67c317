import type { SessionRow } from '#kernel/auth/sessions.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Card, CardHead, Noted } from '#ui/kit/card.tsx';
import { Split } from '#ui/kit/split.tsx';
import { Text } from '#ui/kit/text.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { MailPart } from '../mail/mail-part.tsx';
import type { MailSettings } from '../mail/staff-mail.contract.ts';
import type { Passkey } from '../passkey/passkey.contract.ts';
import { PasskeysPart } from '../passkey/passkeys-part.tsx';
import { SecondFactorPart } from '../second-factor/second-factor-part.tsx';
import { SessionTable } from '../session-table.tsx';
import type { StaffWords } from '../staff.messages.ts';
import type { StaffRow } from '../staff.store.ts';
import { useSessions } from '../use-sessions.ts';
import { OwnPasswordForm } from './own-password-form.tsx';
import { SingleSignOnPart } from './single-sign-on-part.tsx';

interface StaffAccountProps {
  account: StaffRow;
  sessions: SessionRow[];
  current: string;
  passkeys: Passkey[];
  /** The address of this office, if it cannot have passkeys. */
  addressWithoutPasskeys: string | null;
  /** Whether the account must have a passkey or two-factor. */
  needsMore: boolean;
  /** The number of unused recovery codes of the second factor. */
  recoveryCodes: number;
  /** Where the person gets mail; null if the product sends none. */
  mail: MailSettings | null;
  /** Whether single sign-on is configured. */
  hasProvider: boolean;
  /** Why connecting the account to it has just failed. */
  problem: string | null;
}

/** The person's own account: its ways to log in, its mail, its password and its open sessions. */
export default function StaffAccount(props: StaffAccountProps) {
  const { account, recoveryCodes, hasProvider, problem, needsMore } = props;
  const t = useT<StaffWords>();
  const { sessions, refresh, end, endAll } = useSessions(account.staff_idx, props.sessions, props.current);
  return (
    <>
      <PageHead
        title={t('staff.account')}
        count={account.name === account.staff_id ? account.name : `${account.name} (${account.staff_id})`}
      />
      <Split side={0.53}>
        <div>
          <PasskeysPart
            passkeys={props.passkeys}
            addressWithout={props.addressWithoutPasskeys}
            needed={needsMore}
            lastMayGo={!needsMore || account.two_factor || !account.has_password}
          />
          {account.has_password && (
            <Card>
              <h2>{t('staff.two_factor')}</h2>
              <SecondFactorPart account={account} recoveryCodes={recoveryCodes} />
            </Card>
          )}
          {hasProvider && (
            <Card>
              <h2>{t('staff.sso_heading')}</h2>
              <SingleSignOnPart account={account} problem={problem} />
            </Card>
          )}
          <MailPart mail={props.mail} hasPassword={account.has_password} />
        </div>
        <div>
          <Card>
            <h2>{t('staff.change_password')}</h2>
            {account.has_password ? (
              <OwnPasswordForm staffId={account.staff_id} version={account.version} onChanged={() => void refresh()} />
            ) : (
              <Text tone="soft">{t('staff.sso_no_password')}</Text>
            )}
          </Card>
        </div>
      </Split>
      <Card>
        <CardHead>
          <Noted>
            <h2>{t('staff.sessions')}</h2>
            <small>{t('staff.sessions_hint')}</small>
          </Noted>
          {sessions.some((session) => session.session_id !== props.current) && (
            <Button variant="plain" danger onClick={endAll}>
              {t('staff.session_end_others')}
            </Button>
          )}
        </CardHead>
        <SessionTable sessions={sessions} current={props.current} onEnd={end} />
      </Card>
    </>
  );
}
