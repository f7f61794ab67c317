import { useEffect, useState } from 'react';
import { notify, openFragment } from '#client/dialogs.ts';
import { CustomerPicker } from '#features/customer/customer.public.tsx';
import type { Locale } from '#kernel/messages/locale.ts';
import { ConflictReview } from '#ui/form/conflict-review.tsx';
import editor from '#ui/form/editor.module.css';
import type { ChoicesByField } from '#ui/form/field-values.rules.ts';
import { FieldMarks } from '#ui/form/field-marks.tsx';
import { FormSections } from '#ui/form/form-sections.tsx';
import { RecordProblem } from '#ui/form/record-problem.tsx';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { useSaveKeys } from '#ui/form/use-save-keys.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Grid, Inline } from '#ui/kit/layout.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import { useRecordSteps } from '#ui/page/record-steps.ts';
import { RecordBar } from '#ui/record/record-bar.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import { cidRule, collectionList, defaultTitle } from '../collection.rules.ts';
import { AssistantFields } from './assistant-fields.tsx';
import { bodyOf, type EditedCollection, inOrder, localeOf } from './collection-values.rules.ts';
import { EditorSection, type SectionProps, sectionLabels } from './editor-section.tsx';
import { isMade } from './made-record.rules.ts';
import { PriceRows } from './price-rows.tsx';
import { TextTabs } from './text-tabs.tsx';
import { useCollectionForm } from './use-collection-form.ts';
import { useFieldTexts } from './use-field-texts.ts';
import { VisibilityFields } from './visibility-fields.tsx';

/** The owners of the collection, and buttons to create records that its contents will need. */
function OwnerFields({ form }: SectionProps) {
  const t = useT<CollectionWords>();
  return (
    <EditorSection name="owners">
      <div data-field="owned_by">
        <CustomerPicker
          label={t('collection.field_owned_by')}
          createLabel={t('collection.owner_new')}
          name="owned_by"
          value={form.values.owned_by}
          onChange={(owners) => form.setFieldValue('owned_by', inOrder(owners))}
          error={form.errors['owned_by']}
        />
      </div>
      <MakeForContents />
    </EditorSection>
  );
}

const forContents = [
  { label: 'collection.new_series', url: '/series/create' },
  { label: 'collection.new_category', url: '/category/create' },
] as const;

/** Creates a series or a category for the collection's contents without leaving the form. */
function MakeForContents() {
  const t = useT<CollectionWords>();
  const make = async (url: string) => {
    const made = await openFragment(url);
    if (isMade(made)) void notify({ message: t('collection.made', { title: made.title }) });
  };
  return (
    <Inline tight above={12}>
      <small>{t('collection.for_contents')}</small>
      {forContents.map(({ label, url }) => (
        <Button size="small" key={url} onClick={() => void make(url)}>
          {t(label)}
        </Button>
      ))}
    </Inline>
  );
}

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
        <FieldMarks of={collection && { kind: 'collection', id: collection.cid }} nameOf={textName}>
          <FormSections index={Object.entries(sectionLabels).map(([id, label]) => ({ id, label: t(label) }))}>
            <IdentityFields form={form} isNew={collection === null} />
            <TextTabs form={form} locale={locale} onChoose={setLocale} />
            <PriceRows form={form} currencies={choices.currencies} />
            <VisibilityFields form={form} cefrLevels={choices.cefrLevels} />
            <AssistantFields form={form} />
            <OwnerFields form={form} />
          </FormSections>
        </FieldMarks>
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

/** A text by its language and field, as what is about it names it: 'ko.title'. */
const textName = (name: string) => name.replace(/^multi_lang_data\./, '');

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
      <Grid>
        <Input
          {...form.getInputProps('cid')}
          label={t('collection.field_cid')}
          name="cid"
          hint={isNew ? t('collection.cid_hint') : t('collection.cid_fixed')}
          readOnly={!isNew}
          required={isNew}
          maxLength={cidRule.longest}
          autoComplete="off"
          spellCheck={false}
        />
      </Grid>
    </EditorSection>
  );
}
