import { type KeyboardEvent, useRef, useState } from 'react';
import { type Locale, languageTag, localeNames, locales } from '#kernel/messages/locale.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input, Textarea } from '#ui/kit/input.tsx';
import { RichText } from '#ui/kit/rich-text.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import { isRich, textFields } from '../collection.rules.ts';
import { TextStateMark } from '../texts/text-state-mark.tsx';
import styles from './collection-editor.module.css';
import { localeOf, textState } from './collection-values.rules.ts';
import { EditorSection, type SectionProps } from './editor-section.tsx';

interface TextTabsProps extends SectionProps {
  locale: Locale;
  onChoose: (locale: Locale) => void;
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** The texts, with a tab for each language that shows how complete they are. */
export function TextTabs({ form, locale, onChoose }: TextTabsProps) {
  const t = useT<CollectionWords>();
  const list = useRef<HTMLDivElement>(null);
  // A language that was opened stays mounted, so its editors keep their undo history.
  const [opened, setOpened] = useState<ReadonlySet<Locale>>(new Set([locale]));
  if (!opened.has(locale)) setOpened(new Set([...opened, locale]));
  const faults = Object.keys(form.errors).map(localeOf);
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const next = step && locales[(locales.indexOf(locale) + step + locales.length) % locales.length];
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <EditorSection name="texts">
      <div ref={list} className={styles.tabs} role="tablist" aria-label={t('collection.languages')}>
        {locales.map((one) => (
          <Button
            variant="bare"
            key={one}
            role="tab"
            id={`tab-${one}`}
            aria-selected={one === locale}
            aria-controls={`texts-${one}`}
            tabIndex={one === locale ? 0 : -1}
            onClick={() => onChoose(one)}
            onKeyDown={press}
          >
            {localeNames[one]}{' '}
            <TextStateMark state={faults.includes(one) ? 'fault' : textState(form.values.multi_lang_data[one])} />
          </Button>
        ))}
      </div>
      {locales.map((one) => (
        <div
          key={one}
          id={`texts-${one}`}
          role="tabpanel"
          aria-labelledby={`tab-${one}`}
          hidden={one !== locale}
          className={styles.texts}
        >
          {opened.has(one) && <TextFields form={form} locale={one} />}
        </div>
      ))}
    </EditorSection>
  );
}

/** The texts of one language. */
function TextFields({ form, locale }: SectionProps & { locale: Locale }) {
  const t = useT<CollectionWords>();
  return textFields.map((field) => {
    const path = `multi_lang_data.${locale}.${field}` as const;
    const { value, onChange, error } = form.getInputProps(path);
    const shared = { label: t(`collection.field_${field}`), name: path, value, onChange };
    if (isRich(field))
      return (
        <RichText
          key={path}
          {...shared}
          lang={languageTag(locale)}
          height={field === 'notice' ? 240 : 480}
          error={error}
        />
      );
    const typed = { ...shared, lang: languageTag(locale) };
    return field === 'title' ? (
      <Input
        {...typed}
        key={path}
        error={error ?? (locale === 'en' ? form.errors['title'] : undefined)}
        required={locale === 'en'}
        maxLength={200}
        autoComplete="off"
      />
    ) : (
      <Textarea {...typed} key={path} error={error} maxLength={4000} rows={2} most={10} />
    );
  });
}
