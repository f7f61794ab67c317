import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame } from '#ui/kit/card.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
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
    <Frame pad="28px 24px" className={styles.card}>
      <h1>{t('staff.forgotten')}</h1>
      {isNoted ? (
        <p role="status">{t('staff.forgotten_noted')}</p>
      ) : (
        <Stack as="form" method="post" action={listUrl('/login/forgotten', { lang: locale })} gap={14}>
          <p>{t('staff.forgotten_hint')}</p>
          <Input
            label={t('staff.id')}
            name="id"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            required
            autoFocus
          />
          <Button variant="primary" className={styles.whole} type="submit">
            {t('staff.forgotten_send')}
          </Button>
        </Stack>
      )}
      <Text above={16} className={styles.aside}>
        <a href="/login">{t('staff.back_to_log_in')}</a>
      </Text>
    </Frame>
  );
}
