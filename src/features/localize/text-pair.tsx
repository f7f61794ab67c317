import type { ReactNode } from 'react';
import type { TextField } from '#features/collection/collection.public.ts';
import { isRich } from '#features/collection/collection-texts.public.tsx';
import { type Locale, languageTag, localeNames } from '#kernel/messages/locale.ts';
import type { WantedTerm } from '#kernel/text/house-terms.rules.ts';
import type { ShownAct } from '#kernel/records/record-parts.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input, Textarea } from '#ui/kit/input.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import { plainText, textLength } from '#ui/kit/rich-text.rules.ts';
import { RichText, RichTextView } from '#ui/kit/rich-text.tsx';
import { Text } from '#ui/kit/text.tsx';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import type { LocalizeWords } from './localize.messages.ts';
import styles from './localize.module.css';
import { TextParagraphs } from './text-paragraphs.tsx';
import { TextTerms } from './text-terms.tsx';
import type { EditorParagraphs } from './use-editor-paragraphs.ts';

interface TextPairProps {
  field: TextField;
  locale: Locale;
  /** What other features offer beside it. */
  offered: readonly ShownAct[];
  reference: { locale: Locale; text: string };
  terms: readonly WantedTerm[];
  /** What these terms are in. */
  english: string;
  cid: string;
  byParagraph: EditorParagraphs;
  value?: string;
  onChange: (value: string) => void;
  error?: ReactNode;
}

/** The reference and what is written, beside each other. */
export const halves = 'repeat(2, minmax(0, 1fr))';

/** One text in the reference language to read, and in the language being written. */
export function TextPair({
  field,
  locale,
  offered,
  reference,
  terms,
  english,
  cid,
  byParagraph,
  value = '',
  onChange,
  error,
}: TextPairProps) {
  const t = useT<LocalizeWords>();
  const rich = isRich(field);
  const label = t(`collection.field_${field}`);
  const language = localeNames[reference.locale];
  const paragraphs = isRich(field) ? byParagraph.of(field, value, onChange) : null;
  const plain = (text: string) => (rich ? plainText(text) : text);
  const count = (text: string) => (
    <Text as="span" tone="soft" size="fine" last>
      {t('localize.characters', { count: rich ? textLength(text) : Array.from(text).length })}
    </Text>
  );
  return (
    <Grid columns={halves} onPhone="minmax(0, 1fr)" even gap="8px 20px" pad="12px 0">
      <Stack gap={0} role="group" aria-label={`${language}: ${label}`}>
        <Text as="span" below={2} tone="soft" strong>
          {label}
        </Text>
        <Text as="div" breaks typed={!rich} lang={languageTag(reference.locale)} className={styles.text}>
          {rich ? <RichTextView html={reference.text} /> : reference.text}
        </Text>
        <Inline whole between tight>
          <Button
            variant="quiet"
            disabled={reference.text === ''}
            onClick={() => onChange(reference.text)}
            aria-label={`${t('localize.copy_reference', { language })}: ${label}`}
          >
            {t('localize.copy_reference', { language })}
          </Button>
          {count(reference.text)}
        </Inline>
      </Stack>
      <div>
        {isRich(field) && paragraphs ? (
          <>
            <TextParagraphs cell={{ cid, locale, field }} isOpen={false} {...paragraphs} />
            <Button variant="quiet" onClick={() => byParagraph.openWhole(field)}>
              {t('localize.desk_paragraphs_whole')}
            </Button>
          </>
        ) : (
          <Written {...{ field, locale, label, value, onChange, error }} />
        )}
        <Inline whole between tight>
          <RecordPartActs acts={offered} variant="quiet" of={`${localeNames[locale]}, ${label}`} />
          {count(value)}
        </Inline>
        <TextTerms {...{ terms, locale }} english={plain(english)} text={plain(value)} />
      </div>
    </Grid>
  );
}

interface WrittenProps extends Pick<TextPairProps, 'field' | 'locale' | 'onChange' | 'error'> {
  label: string;
  value: string;
}

function Written({ field, locale, label, value, onChange, error }: WrittenProps) {
  const lang = languageTag(locale);
  if (isRich(field)) {
    const height = field === 'notice' ? 240 : 480;
    return <RichText {...{ label, value, onChange, error, lang, height }} name={field} />;
  }
  const typed = {
    label,
    name: field,
    value,
    error,
    lang,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return field === 'title' ? (
    <Input {...typed} required={locale === 'en'} maxLength={200} autoComplete="off" />
  ) : (
    <Textarea {...typed} maxLength={4000} rows={2} most={10} />
  );
}
