import { useState } from 'react';
import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import type { TextField } from '#features/collection/collection.public.ts';
import { collectionList } from '#features/collection/collection.public.tsx';
import type { LocaleTexts, TextChange } from '#features/collection/collection-texts.public.ts';
import { isRich, textFields } from '#features/collection/collection-texts.public.tsx';
import { type Locale, localeNames, locales } from '#kernel/messages/locale.ts';
import type { WantedTerm } from '#kernel/text/house-terms.rules.ts';
import type { ShownAct } from '#kernel/records/record-parts.ts';
import { ConflictReview } from '#ui/form/conflict-review.tsx';
import { RecordProblem } from '#ui/form/record-problem.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useSaveKeys } from '#ui/form/use-save-keys.ts';
import { useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Card, Pairs } from '#ui/kit/card.tsx';
import { Select } from '#ui/kit/input.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { plainText } from '#ui/kit/rich-text.rules.ts';
import { PageHead } from '#ui/page/page-head.tsx';
import { useRecordSteps } from '#ui/page/record-steps.ts';
import { RecordBar } from '#ui/record/record-bar.tsx';
import { LocaleNav } from './locale-nav.tsx';
import type { localizeApi } from './localize.contract.ts';
import type { LocalizeWords } from './localize.messages.ts';
import styles from './localize.module.css';
import { Pieces } from './pieces.tsx';
import { halves, TextPair } from './text-pair.tsx';
import type { readParagraphs } from './text-card.read.ts';
import { useEditorParagraphs } from './use-editor-paragraphs.ts';
import { type LocalizedCollection, noTexts, useLocaleForm } from './use-locale-form.ts';

const call = client<typeof localizeApi>();

interface LocaleEditorProps extends LocaleTexts {
  collection: LocalizedCollection;
  locale: Locale;
  /** What other features offer beside each text. */
  offered: Readonly<Record<string, readonly ShownAct[]>>;
  /** What each text is to say for the terms of its English. */
  terms: Readonly<Record<string, readonly WantedTerm[]>>;
  /** Of the long texts whose English was changed, the paragraphs. */
  paragraphs: Awaited<ReturnType<typeof readParagraphs>>;
}

/** The texts of one language, each beside the same text in a reference language. */
export default function LocaleEditor({
  collection,
  locale,
  offered,
  terms,
  paragraphs,
  texts,
  states,
  changes,
}: LocaleEditorProps) {
  const t = useT<LocalizeWords>();
  const [reference, setReference] = useState(() => firstReference(locale, texts));
  const act = useAct();
  const byParagraph = useEditorParagraphs({ collection, locale, paragraphs, texts: texts[locale] ?? noTexts });
  const record = useLocaleForm(collection, locale, texts, byParagraph.madeOf);
  const { form, ref, submission } = record;
  // A release takes a text whole, and would finish one of which only some paragraphs are done.
  const isByParagraph = (Object.keys(byParagraph.madeOf(form.values)) as TextField[]).some((field) =>
    record.changed.includes(field),
  );
  useSaveKeys({ save: submission.retry });
  const language = localeNames[locale];
  const heading = t('localize.localize', { language });
  const steps = useRecordSteps(collectionList, collection.cid);
  const crumbs = [
    { label: t('collection.heading'), href: '/collection' },
    { label: collection.title, href: `/collection/${collection.cid}` },
  ];
  const review = async () => {
    const params = { cid: collection.cid, locale };
    const { results } = await call('PUT /api/v5/collection/:cid/localize/:locale/review', {
      params,
      body: { version: collection.version },
    });
    reloadWith(t('localize.reviewed', { language }), results.act_idx);
  };
  return (
    <>
      <RecordBar crumbs={crumbs} steps={steps} hrefOf={(cid) => `/collection/${cid}/localize/${locale}`} />
      <PageHead title={`${heading}: ${collection.title}`}>
        <ButtonLink href="/collection/matrix">{t('collection.matrix')}</ButtonLink>
      </PageHead>
      <LocaleNav cid={collection.cid} current={locale} states={states} />
      <ReferenceChanges
        language={localeNames[reference]}
        changes={changes[reference]}
        {...(states[locale] === 'outdated' &&
          record.changed.length === 0 && { onReview: () => act(review, t('localize.failed')) })}
      />
      <form ref={ref} className={styles.form} noValidate onSubmit={submission.submit}>
        <ConflictReview
          of={record}
          labelOf={(field) => t(`collection.field_${field}`)}
          textOf={(field, values) => (isRich(field) ? plainText(values[field]) : values[field])}
        />
        <RecordProblem
          of={submission}
          title={t('localize.failed')}
          fields={textFields.map((field) => ({ name: field, label: t(`collection.field_${field}`) }))}
          form={ref}
        />
        <Grid columns={halves} onPhone="minmax(0, 1fr)" middle gap="8px 20px" below={10}>
          <Select
            label={t('localize.reference')}
            value={reference}
            options={locales.filter((one) => one !== locale).map((one) => ({ value: one, label: localeNames[one] }))}
            onChange={(event) => setReference(event.currentTarget.value as Locale)}
          />
          <Text as="h2" below={0} className={styles.language}>
            {language}
          </Text>
        </Grid>
        <Stack gap={0} ruled="all">
          {textFields.map((field) => (
            <TextPair
              key={field}
              field={field}
              locale={locale}
              offered={offered[field] ?? []}
              terms={terms[field] ?? []}
              english={(texts.en ?? noTexts)[field]}
              reference={{ locale: reference, text: (texts[reference] ?? noTexts)[field] }}
              cid={collection.cid}
              byParagraph={byParagraph}
              {...form.getInputProps(field)}
            />
          ))}
        </Stack>
        <SaveBar
          of={record}
          toStage={
            isByParagraph
              ? undefined
              : ({ form: { values }, changed, version }) => ({
                  kind: 'collection',
                  id: collection.cid,
                  title: `${collection.title} (${language})`,
                  values: {
                    multi_lang_data: { [locale]: Object.fromEntries(changed.map((field) => [field, values[field]])) },
                  },
                  version,
                })
          }
        />
      </form>
    </>
  );
}

/** English; for English itself, the first other language that has texts. */
function firstReference(locale: Locale, texts: LocaleTexts['texts']): Locale {
  const others = locales.filter((one) => one !== locale);
  return others.find((one) => one === 'en') ?? others.find((one) => texts[one]) ?? 'ko';
}

interface ReferenceChangesProps {
  /** The name of the reference language. */
  language: string;
  /** Undefined if nothing was saved there since. */
  changes: readonly TextChange[] | undefined;
  /** Marks the texts as up to date; absent if they already are. */
  onReview?: () => void;
}

/** What changed in the reference language since these texts were saved, word by word. */
function ReferenceChanges({ language, changes = [], onReview }: ReferenceChangesProps) {
  const t = useT<LocalizeWords>();
  if (changes.length === 0 && !onReview) return null;
  return (
    <Card tone="warn" aria-labelledby="reference-changes">
      <h2 id="reference-changes">{t('localize.reference_changed', { language })}</h2>
      <Pairs below={8}>
        {changes.map(({ field, pieces }) => (
          <div key={field}>
            <dt>{t(`collection.field_${field}`)}</dt>
            <Text as="dd" typed>
              <Pieces of={pieces} />
            </Text>
          </div>
        ))}
      </Pairs>
      {onReview && (
        <Inline tight>
          <Button onClick={onReview}>{t('localize.review')}</Button> {t('localize.review_hint')}
        </Inline>
      )}
    </Card>
  );
}
