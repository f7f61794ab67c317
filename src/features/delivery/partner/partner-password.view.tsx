import type { CodeWords } from '#features/code/code.public.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Text } from '#ui/kit/text.tsx';
import styles from './partner.module.css';
import { PartnerFrame } from './partner-frame.tsx';

interface PartnerPasswordProps {
  path: string;
  /** Why the last password did not open the page. */
  problem: string | null;
}

/** The partner's page before its password: one field, nothing about the batch. */
export default function PartnerPassword({ path, problem }: PartnerPasswordProps) {
  const t = useT<CodeWords>();
  const { locale } = useInterface();
  return (
    <PartnerFrame path={path}>
      <form className={styles.password} action={`${path}?lang=${locale}`} method="post">
        <label htmlFor="password">{t('code.partner_password')}</label>
        <input
          id="password"
          type="password"
          name="password"
          maxLength={200}
          required
          autoComplete="off"
          aria-describedby="password-hint"
          aria-invalid={problem !== null || undefined}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has nothing else
          autoFocus
        />
        <Text
          id="password-hint"
          tone={problem === null ? 'soft' : 'problem'}
          size="small"
          role={problem === null ? undefined : 'alert'}
        >
          {problem ?? t('code.partner_password_hint', { library: t('common.product') })}
        </Text>
        <Button variant="primary" type="submit">
          {t('code.partner_open')}
        </Button>
      </form>
    </PartnerFrame>
  );
}
