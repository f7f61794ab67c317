import { useState } from 'react';
import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import { collectionList } from '#features/collection/collection.public.tsx';
import type { LocaleTexts } from '#features/collection/collection-texts.public.ts';
import { isRich, textFields } from '#features/collection/collection-texts.public.tsx';
import { type Locale, localeNames, locales } from '#kernel/messages/locale.ts';
import { ConflictReview } from '#ui/form/conflict-review.tsx';
import { RecordProblem } from '#ui/form/record-problem.tsx';
import { plainText } from '#ui/form/rich-text.rules.ts';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { useAct } from '#ui/form/use-act.ts';
import { useSaveKeys } from '#ui/form/use-save-keys.ts';
import { useT } from '#ui/interface.tsx';
import { ButtonLink } from '#ui/kit/button.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { useRecordSteps } from '#ui/page/record-steps.ts';
import { RecordBar } from '#ui/record/record-bar.tsx';
import { LocaleNav } from './locale-nav.tsx';
import type { localizeApi } from './localize.contract.ts';
import type { LocalizeWords } from './localize.messages.ts';
import styles from './localize.module.css';
import { ReferenceChanges } from './reference-changes.tsx';
import { TextPair } from './text-pair.tsx';
import { type LocalizedCollection, noTexts, useLocaleForm } from './use-locale-form.ts';

const call = client<typeof localizeApi>();

interface LocaleEditorProps extends LocaleTexts {
  collection: LocalizedCollection;
  locale: Locale;
}

/** The texts of one language, each beside the same text in a reference language. */
export default function LocaleEditor({ collection, locale, texts, states, changes }: LocaleEditorProps) {
  const t = useT<LocalizeWords>();
  const [reference, setReference] = useState(() => firstReference(locale, texts));
  const act = useAct();
  const record = useLocaleForm(collection, locale, texts);
  const { form, ref, submission } = record;
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
        <div className={styles.heads}>
          <label>
            {t('localize.reference')}{' '}
            <select value={reference} onChange={(event) => setReference(event.currentTarget.value as Locale)}>
              {locales
                .filter((one) => one !== locale)
                .map((one) => (
                  <option key={one} value={one}>
                    {localeNames[one]}
                  </option>
                ))}
            </select>
          </label>
          <h2>{language}</h2>
        </div>
        {textFields.map((field) => (
          <TextPair
            key={field}
            field={field}
            locale={locale}
            reference={{ locale: reference, text: (texts[reference] ?? noTexts)[field] }}
            {...form.getInputProps(field)}
          />
        ))}
        <SaveBar
          of={record}
          toStage={({ form: { values }, changed, version }) => ({
            kind: 'collection',
            id: collection.cid,
            title: `${collection.title} (${language})`,
            values: {
              multi_lang_data: { [locale]: Object.fromEntries(changed.map((field) => [field, values[field]])) },
            },
            version,
          })}
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
