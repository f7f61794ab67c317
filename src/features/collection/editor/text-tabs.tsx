import { useState } from 'react';
import { type Locale, languageTag, localeNames, locales } from '#kernel/messages/locale.ts';
import { useT } from '#ui/interface.tsx';
import { Input, Textarea } from '#ui/kit/input.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { RichText } from '#ui/kit/rich-text.tsx';
import { Tabs } from '#ui/kit/tabs.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import { isRich, textFields } from '../collection.rules.ts';
import { TextStateMark } from '../texts/text-state-mark.tsx';
import { localeOf, textState } from './collection-values.rules.ts';
import { EditorSection, type SectionProps } from './editor-section.tsx';

interface TextTabsProps extends SectionProps {
  locale: Locale;
  onChoose: (locale: Locale) => void;
}

/** The texts, with a tab for each language that shows how complete they are. */
export function TextTabs({ form, locale, onChoose }: TextTabsProps) {
  const t = useT<CollectionWords>();
  // A language that was opened stays mounted, so its editors keep their undo history.
  const [opened, setOpened] = useState<ReadonlySet<Locale>>(new Set([locale]));
  if (!opened.has(locale)) setOpened(new Set([...opened, locale]));
  const faults = Object.keys(form.errors).map(localeOf);
  return (
    <EditorSection name="texts">
      <Tabs
        label={t('collection.languages')}
        value={locale}
        onChoose={onChoose}
        tabs={locales.map((one) => ({
          value: one,
          label: (
            <>
              {localeNames[one]}{' '}
              <TextStateMark state={faults.includes(one) ? 'fault' : textState(form.values.multi_lang_data[one])} />
            </>
          ),
          panel: opened.has(one) && (
            <Stack>
              <TextFields form={form} locale={one} />
            </Stack>
          ),
        }))}
      />
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
      <Textarea key={path} {...typed} error={error} maxLength={4000} rows={2} most={10} />
    );
  });
}
