import { useRef } from 'react';
import { client } from '#client/api.ts';
import { leaveWith, reloadWith } from '#client/dialogs.ts';
import type { CollectionTexts, collectionApi, RichField, TextField } from '#features/collection/collection.public.ts';
import { useConfirmTexts } from '#features/collection/collection-texts.public.tsx';
import type { LocaleTexts } from '#features/collection/collection-texts.public.ts';
import { type Locale, localeNames } from '#kernel/messages/locale.ts';
import { type RecordForm, useRecordForm } from '#ui/form/use-record-form.ts';
import { useT } from '#ui/interface.tsx';
import type { localizeApi } from './localize.contract.ts';
import type { LocalizeWords } from './localize.messages.ts';

const call = client<typeof collectionApi>();
const texts = client<typeof localizeApi>();

/** The collection whose texts are written. */
export interface LocalizedCollection {
  cid: string;
  version: number;
  title: string;
}

type LocaleValues = Record<TextField, string>;

export const noTexts: CollectionTexts = { title: '', summary: '', notice: '', description: '' };

/** The form of the texts of one language, saved after the typed confirmation. */
export function useLocaleForm(
  { cid, version }: LocalizedCollection,
  locale: Locale,
  all: LocaleTexts['texts'],
  /** Of the long texts that are written by paragraph, the English that each paragraph is of. */
  madeOf: (values: CollectionTexts) => Partial<Record<RichField, string[]>>,
): RecordForm<LocaleValues> {
  const t = useT<LocalizeWords>();
  const confirmTexts = useConfirmTexts();
  const language = localeNames[locale];
  /** What was read last, which a merged save is written over. */
  const loaded = useRef<LocaleValues>(noTexts);
  return useRecordForm<LocaleValues, { version: number; act_idx?: number | undefined }>({
    initial: { values: { ...(all[locale] ?? noTexts) }, version },
    draft: `collection/${cid}/${locale}`,
    record: { kind: 'collection', id: cid },
    save: async ({ values, changed, version: over }, merged) => {
      if (merged === undefined && !(await confirmTexts(t('localize.localize', { language })))) return undefined;
      const body = Object.fromEntries(changed.map((field) => [field, values[field]]));
      const made_of = madeOf(values);
      if (merged !== undefined) {
        // Saved over what somebody else saved: of the other texts, which they may have done in part, it says nothing.
        const base = Object.fromEntries(changed.map((field) => [field, loaded.current[field]]));
        const saved = { texts: { [locale]: body }, base: { [locale]: base }, made_of: { [locale]: made_of } };
        return (await texts('PUT /api/v5/collection/:cid/texts', { params: { cid }, body: saved })).results;
      }
      const { results } = await call('PUT /api/v5/collection/:cid/localize/:locale', {
        params: { cid, locale },
        body: { ...body, version: over, made_of },
      });
      return results;
    },
    onSaved: ({ act_idx }, merged) =>
      reloadWith(merged ? t('form.merged', { name: merged }) : t('localize.localized', { language }), act_idx),
    again: {
      lost: t('localize.again_lost'),
      create: async (values) => {
        const multi_lang_data = { ...all, [locale]: values };
        return (await call('POST /api/v1/collection', { body: { cid, multi_lang_data } })).results;
      },
      onCreated: () => leaveWith(t('collection.created'), `/collection/${cid}`),
    },
    load: async () => {
      const { results } = await call('GET /api/v5/collection/:cid', { params: { cid } });
      const { collection } = results;
      loaded.current = { ...noTexts, ...collection.multi_lang_data[locale] };
      return { values: loaded.current, version: collection.version };
    },
  });
}
