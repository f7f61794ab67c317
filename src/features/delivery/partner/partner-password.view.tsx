import type { CodeWords } from '#features/code/code.public.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Acts, Stack } from '#ui/kit/layout.tsx';
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
      <Stack as="form" narrow className={styles.password} action={`${path}?lang=${locale}`} method="post">
        <h1>{t('code.partner_download')}</h1>
        <Input
          label={t('code.partner_password')}
          hint={problem === null && t('code.partner_password_hint', { library: t('common.product') })}
          error={problem && <span role="alert">{problem}</span>}
          type="password"
          name="password"
          maxLength={200}
          required
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page has nothing else
          autoFocus
        />
        <Acts>
          <Button variant="primary" type="submit">
            {t('code.partner_open')}
          </Button>
        </Acts>
      </Stack>
    </PartnerFrame>
  );
}
