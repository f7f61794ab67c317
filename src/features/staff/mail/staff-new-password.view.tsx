import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { Text } from '#ui/kit/text.tsx';
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
    <Frame pad="28px 24px" className={styles.card}>
      <h1>{t('staff.link_choose')}</h1>
      {problem && <Note tone="problem">{problem}</Note>}
      {state === 'open' && (
        <Stack
          as="form"
          method="post"
          action={listUrl(`/login/link/${encodeURIComponent(token)}`, { lang: locale })}
          gap={14}
        >
          <input type="text" name="username" autoComplete="username" value={staffId} readOnly hidden disabled />
          <p>{t('staff.link_for', { id: staffId })}</p>
          <Input
            label={t('staff.new_password')}
            type="password"
            name="password"
            autoComplete="new-password"
            maxLength={1024}
            required
            autoFocus
          />
          <p>{t('staff.new_password_hint')}</p>
          <Button variant="primary" className={styles.whole} type="submit">
            {t('common.save')}
          </Button>
        </Stack>
      )}
      {state === 'over' && <p role="alert">{t('staff.link_over')}</p>}
      {state === 'done' && <p role="status">{t('staff.link_done')}</p>}
      <Text above={16} className={styles.aside}>
        {state === 'over' && mayRequest && <a href="/login/forgotten">{t('staff.forgotten')}</a>}{' '}
        <a href="/login">{t('staff.back_to_log_in')}</a>
      </Text>
    </Frame>
  );
}
