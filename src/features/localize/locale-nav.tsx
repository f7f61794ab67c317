import type { LocaleStates } from '#features/collection/collection-texts.public.ts';
import { TextStateMark } from '#features/collection/collection-texts.public.tsx';
import { type Locale, localeNames, locales } from '#kernel/messages/locale.ts';
import { Link } from '#ui/kit/link.tsx';
import { TabLink, TabLinks } from '#ui/kit/tabs.tsx';
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
      <Link
        className={styles.step}
        href={hrefOf(locale)}
        aria-label={t(label, { language })}
        title={t(label, { language })}
      >
        {sign}
      </Link>
    );
  };
  return (
    <TabLinks label={t('collection.languages')}>
      {step(-1, 'localize.previous_language', '←')}
      {locales.map((locale) => (
        <TabLink
          key={locale}
          href={hrefOf(locale)}
          isCurrent={locale === current}
          note={<TextStateMark state={states[locale]} />}
        >
          {localeNames[locale]}
        </TabLink>
      ))}
      {step(1, 'localize.next_language', '→')}
    </TabLinks>
  );
}
