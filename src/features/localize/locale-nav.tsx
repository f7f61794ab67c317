import type { LocaleStates } from '#features/collection/collection-texts.public.ts';
import { TextStateMark } from '#features/collection/collection-texts.public.tsx';
import { type Locale, localeNames, locales } from '#kernel/messages/locale.ts';
import { useT } from '#ui/interface.tsx';
import type { LocalizeWords } from './localize.messages.ts';
import styles from './localize.module.css';

/** The languages of a collection with the state of each, and links to the previous and next language. */
export function LocaleNav({ cid, current, states }: { cid: string; current: Locale; states: LocaleStates }) {
  const t = useT<LocalizeWords>();
  const index = locales.indexOf(current);
  const hrefOf = (locale: Locale) => `/collection/${cid}/localize/${locale}`;
  const step = (to: number, label: 'localize.previous_language' | 'localize.next_language', sign: string) => {
    const locale = locales[index + to];
    if (!locale) return <span className={styles.step} aria-hidden />;
    const language = localeNames[locale];
    return (
      <a
        className={styles.step}
        href={hrefOf(locale)}
        aria-label={t(label, { language })}
        title={t(label, { language })}
      >
        {sign}
      </a>
    );
  };
  return (
    <nav className={styles.nav} aria-label={t('collection.languages')}>
      {step(-1, 'localize.previous_language', '←')}
      <ul>
        {locales.map((locale) => (
          <li key={locale}>
            <a href={hrefOf(locale)} aria-current={locale === current ? 'page' : undefined}>
              {localeNames[locale]} <TextStateMark state={states[locale]} />
            </a>
          </li>
        ))}
      </ul>
      {step(1, 'localize.next_language', '→')}
    </nav>
  );
}
