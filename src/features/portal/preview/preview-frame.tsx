import type { ReactNode } from 'react';
import { languageTag, localeNames, locales } from '#kernel/messages/locale.ts';
import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import type { PortalWords } from '../portal.messages.ts';
import styles from './preview.module.css';
import type { PreviewNote } from './preview.read.ts';

/** The frame around a previewed page: a note that it is a preview, its time, and links to other languages. */
export function PreviewFrame({ note, children }: { note: PreviewNote; children: ReactNode }) {
  const t = useT<PortalWords>();
  const format = useFormat();
  const { locale } = useInterface();
  const { address, at, until, applied, release, isPublic } = note;
  const asItIs = at === 0 ? t('portal.as_it_is') : t('portal.as_of', { time: format.dateTime(at), count: applied });
  return (
    <div className={styles.page}>
      <header className={styles.note}>
        <p>
          <strong>{t('portal.preview')}</strong> {release === null ? asItIs : t('portal.in_release', { name: release })}{' '}
          {t('portal.preview_until', { time: format.dateTime(until) })}
          {!isPublic && <em> {t('portal.not_public')}</em>}
        </p>
        <nav aria-label={t('portal.language')}>
          {locales.map((one) => (
            <a
              key={one}
              href={`${address}&lang=${one}`}
              lang={languageTag(one)}
              aria-current={one === locale ? 'true' : undefined}
            >
              {localeNames[one]}
            </a>
          ))}
        </nav>
      </header>
      <article>{children}</article>
    </div>
  );
}
