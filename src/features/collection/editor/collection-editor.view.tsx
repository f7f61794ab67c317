import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Locale } from '#kernel/messages/locale.ts';
import { ConflictReview } from '#ui/form/conflict-review.tsx';
import editor from '#ui/form/editor.module.css';
import type { ChoicesByField } from '#ui/form/field-values.rules.ts';
import { FormSections } from '#ui/form/form-sections.tsx';
import { RecordProblem } from '#ui/form/record-problem.tsx';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { useSaveKeys } from '#ui/form/use-save-keys.ts';
import { useT } from '#ui/interface.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { useRecordSteps } from '#ui/page/record-steps.ts';
import { RecordBar } from '#ui/record/record-bar.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import { cidRule, collectionList, defaultTitle } from '../collection.rules.ts';
import { AssistantFields } from './assistant-fields.tsx';
import { bodyOf, type EditedCollection, localeOf } from './collection-values.rules.ts';
import { EditorSection, type SectionProps, sectionLabels } from './editor-section.tsx';
import { OwnerFields } from './owner-fields.tsx';
import { PriceRows } from './price-rows.tsx';
import { TextTabs } from './text-tabs.tsx';
import { useCollectionForm } from './use-collection-form.ts';
import { useFieldTexts } from './use-field-texts.ts';
import { VisibilityFields } from './visibility-fields.tsx';

interface CollectionEditorProps {
  /** Null for a new collection. */
  collection: EditedCollection | null;
  names: ChoicesByField;
  choices: { currencies: readonly Choice[]; cefrLevels: readonly string[] };
}

/** Edits everything of a collection except its contents and images. */
export default function CollectionEditor({ collection, names, choices }: CollectionEditorProps) {
  const t = useT<CollectionWords>();
  const [locale, setLocale] = useState<Locale>('en');
  const show = (field: string) => setLocale((now) => localeOf(field) ?? now);
  const record = useCollectionForm(collection, names, show);
  const { form, ref, submission } = record;
  useSaveKeys({ save: submission.retry });
  useFaultyTab(submission.error ? Object.keys(submission.error.fields) : [], setLocale);
  const { fields, labelOf, textOf } = useFieldTexts(form.values);
  const steps = useRecordSteps(collectionList, collection?.cid);
  const title = defaultTitle(collection?.multi_lang_data ?? {});
  const crumbs = [
    { label: t('collection.heading'), href: '/collection' },
    ...(collection ? [{ label: title, href: `/collection/${collection.cid}` }] : []),
  ];
  return (
    <>
      <RecordBar crumbs={crumbs} steps={steps} hrefOf={(cid) => `/collection/update/${cid}`} />
      <PageHead title={collection ? `${t('collection.edit')}: ${title}` : t('collection.create')} />
      <form ref={ref} className={editor.form} noValidate onSubmit={submission.submit}>
        <ConflictReview of={record} labelOf={labelOf} textOf={textOf} />
        <RecordProblem
          of={submission}
          title={collection ? t('collection.edit_failed') : t('collection.add_failed')}
          fields={fields}
          form={ref}
          show={show}
        />
        <FormSections index={Object.entries(sectionLabels).map(([id, label]) => ({ id, label: t(label) }))}>
          <IdentityFields form={form} isNew={collection === null} />
          <TextTabs form={form} locale={locale} onChoose={setLocale} />
          <PriceRows form={form} currencies={choices.currencies} />
          <VisibilityFields form={form} cefrLevels={choices.cefrLevels} />
          <AssistantFields form={form} />
          <OwnerFields form={form} />
        </FormSections>
        <SaveBar
          of={record}
          toStage={
            collection
              ? ({ form: { values }, changed, version }) => ({
                  kind: 'collection',
                  id: collection.cid,
                  title,
                  values: bodyOf(values, changed),
                  version,
                })
              : undefined
          }
        />
      </form>
    </>
  );
}

/** Opens the language of the first text with an error, once for each refusal. */
function useFaultyTab(faults: readonly string[], open: (locale: Locale) => void): void {
  const first = faults.map(localeOf).find((locale) => locale !== undefined);
  useEffect(() => {
    if (first) open(first);
  }, [first, open]);
}

/** The cid, which can only be set for a new collection. */
function IdentityFields({ form, isNew }: SectionProps & { isNew: boolean }) {
  const t = useT<CollectionWords>();
  return (
    <EditorSection name="identity">
      <div className={editor.fields}>
        <TextInput
          {...form.getInputProps('cid')}
          label={t('collection.field_cid')}
          name="cid"
          description={isNew ? t('collection.cid_hint') : t('collection.cid_fixed')}
          readOnly={!isNew}
          variant={isNew ? 'default' : 'unstyled'}
          required={isNew}
          maxLength={cidRule.longest}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
    </EditorSection>
  );
}
