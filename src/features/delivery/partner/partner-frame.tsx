import type { ReactNode } from 'react';
import type { CodeWords } from '#features/code/code.public.ts';
import { localeNames } from '#kernel/messages/locale.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { LanguageLinks } from '#ui/page/language-links.tsx';
import styles from './partner.module.css';

/** The frame of a partner's page: the name of the library, which is no link, and the languages. */
export function PartnerFrame({ path, children }: { path: string; children: ReactNode }) {
  const t = useT<CodeWords>();
  const { locale } = useInterface();
  return (
    <div className={styles.page}>
      <Inline whole between className={styles.top}>
        <Inline as="span" whole gap={10} className={styles.house}>
          <i aria-hidden />
          {t('common.product')}
        </Inline>
        <details className={styles.languages}>
          <summary data-bare aria-label={`${t('code.partner_language')}: ${localeNames[locale]}`}>
            {localeNames[locale]}
          </summary>
          <LanguageLinks label={t('code.partner_language')} href={`${path}?lang=`} />
        </details>
      </Inline>
      {children}
    </div>
  );
}
