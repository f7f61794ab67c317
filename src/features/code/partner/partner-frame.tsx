import type { ReactNode } from 'react';
import { languageTag, localeNames, locales } from '#kernel/messages/locale.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import type { CodeWords } from '../code.messages.ts';
import styles from './partner.module.css';

/** The frame of a partner's page: the name of the house, which leads nowhere, and the languages. */
export function PartnerFrame({ path, children }: { path: string; children: ReactNode }) {
  const t = useT<CodeWords>();
  const { locale } = useInterface();
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <span className={styles.house}>
          <i aria-hidden />
          {t('common.product')}
        </span>
        <details className={styles.languages}>
          <summary data-bare aria-label={`${t('code.partner_language')}: ${localeNames[locale]}`}>
            {localeNames[locale]}
          </summary>
          <nav aria-label={t('code.partner_language')}>
            {locales.map((one) => (
              <a
                key={one}
                href={`${path}?lang=${one}`}
                lang={languageTag(one)}
                aria-current={one === locale ? 'true' : undefined}
              >
                {localeNames[one]}
              </a>
            ))}
          </nav>
        </details>
      </div>
      {children}
    </div>
  );
}
