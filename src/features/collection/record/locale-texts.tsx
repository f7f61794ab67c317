import { type Locale, languageTag, localeNames, locales } from '#kernel/messages/locale.ts';
import { useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { Card } from '#ui/kit/card.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { RichTextView } from '#ui/kit/rich-text.tsx';
import { SegmentLinks } from '#ui/kit/segment.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import { type CollectionTexts, isRich, textFields } from '../collection.rules.ts';
import type { LocaleStates } from '../texts/locale-state.rules.ts';
import { TextStateMark } from '../texts/text-state-mark.tsx';

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
    <Card>
      <Inline between gap="8px 16px">
        <SegmentLinks
          label={t('collection.list_languages')}
          options={locales.map((one) => ({
            href: one === 'en' ? `/collection/${cid}` : `/collection/${cid}?language=${one}`,
            isCurrent: one === locale,
            label: (
              <Inline as="span" whole gap={6}>
                {localeNames[one]} {states[one] !== 'complete' && <TextStateMark state={states[one]} />}
              </Inline>
            ),
          }))}
        />
        <ButtonLink href={`/collection/${cid}/localize/${locale}`}>{t('collection.edit_texts')}</ButtonLink>
      </Inline>
      {texts === null ? (
        <Text tone="soft" above={12}>
          {t('collection.no_locale', { locale: tag.toUpperCase() })}
        </Text>
      ) : (
        <Stack as="dl" lang={tag} above={24} widest={640}>
          {textFields.map(
            (field) =>
              texts[field] !== '' && (
                <div key={field}>
                  <Text as="dt" size="small">
                    {t(`collection.field_${field}`)}
                  </Text>
                  {isRich(field) ? (
                    <dd>
                      <RichTextView html={texts[field]} />
                    </dd>
                  ) : (
                    <Text as="dd" typed>
                      {texts[field]}
                    </Text>
                  )}
                </div>
              ),
          )}
        </Stack>
      )}
    </Card>
  );
}
