import { type Locale, languageTag, localeNames, locales } from '#kernel/i18n/locale.ts';
import { RichTextView } from '#ui/form/rich-text.tsx';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import panel from '#ui/page/panel.module.css';
import type { CollectionWords } from '../collection.messages.ts';
import { type CollectionTexts, isRich, textFields } from '../collection.rules.ts';
import styles from './collection-detail.module.css';

interface LocaleTextsProps {
  cid: string;
  locale: Locale;
  texts: CollectionTexts | null;
  complete: readonly Locale[];
}

/** What readers of one language read of a collection, and the way to the other languages. */
export function LocaleTexts({ cid, locale, texts, complete }: LocaleTextsProps) {
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
              data-complete={complete.includes(one)}
            >
              {localeNames[one]}
              {!complete.includes(one) && <small> {t('collection.incomplete')}</small>}
            </a>
          ))}
        </nav>
        <a className={button.button} href={`/collection/${cid}/localize/${locale}`}>
          {t('collection.edit_texts')}
        </a>
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
