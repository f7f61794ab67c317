import { type Locale, languageTag, localeNames, locales } from '#kernel/messages/locale.ts';
import { RichTextView } from '#ui/form/rich-text.tsx';
import { useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import panel from '#ui/page/panel.module.css';
import type { CollectionWords } from '../collection.messages.ts';
import { type CollectionTexts, isRich, textFields } from '../collection.rules.ts';
import type { LocaleStates } from '../texts/locale-state.rules.ts';
import { TextStateMark } from '../texts/text-state-mark.tsx';
import styles from './collection-detail.module.css';

interface LocaleTextsProps {
  cid: string;
  locale: Locale;
  texts: CollectionTexts | null;
  /** How complete the texts of each language are. */
  states: LocaleStates;
}

/** A collection's texts in one language, as readers see them, with links to the other languages. */
export function LocaleTexts({ cid, locale, texts, states }: LocaleTextsProps) {
  const t = useT<CollectionWords>();
  const tag = languageTag(locale);
  return (
    <section className={`${panel.panel} ${styles.texts}`}>
      <div className={styles.head}>
        <nav className={styles.locales} aria-label={t('collection.list_languages')}>
          {locales.map((one) => (
            <a
              key={one}
              href={one === 'en' ? `/collection/${cid}` : `/collection/${cid}?language=${one}`}
              aria-current={one === locale ? 'true' : undefined}
            >
              {localeNames[one]} {states[one] !== 'complete' && <TextStateMark state={states[one]} />}
            </a>
          ))}
        </nav>
        <ButtonLink href={`/collection/${cid}/localize/${locale}`}>{t('collection.edit_texts')}</ButtonLink>
      </div>
      {texts === null ? (
        <p className={styles.none}>{t('collection.no_locale', { locale: tag.toUpperCase() })}</p>
      ) : (
        <dl lang={tag}>
          {textFields.map(
            (field) =>
              texts[field] !== '' && (
                <div key={field}>
                  <dt>{t(`collection.field_${field}`)}</dt>
                  {isRich(field) ? (
                    <dd className={styles.rich}>
                      <RichTextView html={texts[field]} />
                    </dd>
                  ) : (
                    <dd>{texts[field]}</dd>
                  )}
                </div>
              ),
          )}
        </dl>
      )}
    </section>
  );
}
