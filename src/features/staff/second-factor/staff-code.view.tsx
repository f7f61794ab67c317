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
    <Frame pad="28px 24px" className={styles.card}>
      <h1>{t('staff.two_factor')}</h1>
      {problem && <Note tone="problem">{problem}</Note>}
      <Stack as="form" method="post" action={listUrl('/login/code', { lang: locale, next: onwards })} gap={14}>
        <p>{t('staff.code_text')}</p>
        <Input
          label={t('staff.code')}
          name="otp"
          autoComplete="one-time-code"
          autoCapitalize="none"
          maxLength={40}
          required
          autoFocus
        />
        <Button variant="primary" className={styles.whole} type="submit">
          {t('staff.sign_in')}
        </Button>
      </Stack>
      <Text above={16} className={styles.aside}>
        <a href={listUrl('/login', { next: onwards })}>{t('staff.back_to_log_in')}</a>
      </Text>
    </Frame>
  );
}
