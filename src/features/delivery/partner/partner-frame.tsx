import type { ReactNode } from 'react';
import type { CodeWords } from '#features/code/code.public.ts';
import { useT } from '#ui/interface.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { LanguageLinks } from '#ui/page/language-links.tsx';
import styles from './partner.module.css';

/** The frame of a partner's page: the name of the library, which is no link, and the languages. */
export function PartnerFrame({ path, children }: { path: string; children: ReactNode }) {
  const t = useT<CodeWords>();
  return (
    <div className={styles.page}>
      <Inline between gap="4px 12px" below={24}>
        <Inline as="span" whole gap={10} className={styles.house}>
          <i aria-hidden />
          {t('common.product')}
        </Inline>
        <LanguageLinks label={t('code.partner_language')} href={`${path}?lang=`} />
      </Inline>
      {children}
    </div>
  );
}
