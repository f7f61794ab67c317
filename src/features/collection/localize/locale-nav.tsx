import { type Locale, localeNames, locales } from '#kernel/messages/locale.ts';
import { useT } from '#ui/interface.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import type { LocaleStates } from './locale-state.rules.ts';
import styles from './localize.module.css';
import { TextStateMark } from './text-state-mark.tsx';

/** The languages of a collection with the state of each, and links to the previous and next language. */
export function LocaleNav({ cid, current, states }: { cid: string; current: Locale; states: LocaleStates }) {
  const t = useT<CollectionWords>();
  const index = locales.indexOf(current);
  const hrefOf = (locale: Locale) => `/collection/${cid}/localize/${locale}`;
  const step = (to: number, label: 'collection.previous_language' | 'collection.next_language', sign: string) => {
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
      {step(-1, 'collection.previous_language', '←')}
      <ul>
        {locales.map((locale) => (
          <li key={locale}>
            <a href={hrefOf(locale)} aria-current={locale === current ? 'page' : undefined}>
              {localeNames[locale]} <TextStateMark state={states[locale]} />
            </a>
          </li>
        ))}
      </ul>
      {step(1, 'collection.next_language', '→')}
    </nav>
  );
}
