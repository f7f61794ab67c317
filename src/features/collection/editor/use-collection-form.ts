import { flushSync } from 'react-dom';
import { client } from '#client/api.ts';
import { alertMessage, leaveWith } from '#client/dialogs.ts';
import type { AgegroupApi } from '#features/agegroup/agegroup.public.ts';
import type { CustomerApi } from '#features/customer/customer.public.ts';
import type { ChoicesByField } from '#ui/form/field-values.rules.ts';
import { focusField } from '#ui/form/focus.ts';
import { type Choice, changedFields } from '#ui/form/record-values.rules.ts';
import { type RecordForm, useRecordForm } from '#ui/form/use-record-form.ts';
import { useT } from '#ui/interface.tsx';
import type { collectionApi } from '../collection.contract.ts';
import type { CollectionWords } from '../collection.messages.ts';
import { useConfirmTexts } from '../texts/use-confirm-texts.ts';
import {
  bodyOf,
  type CollectionValues,
  type EditedCollection,
  newBodyOf,
  valuesOf,
} from './collection-values.rules.ts';

const call = client<typeof collectionApi>();
const callCustomers = client<CustomerApi>();
const callGroups = client<AgegroupApi>();

/** The customers a collection can belong to. */
async function loadCustomers(): Promise<Choice[]> {
  const { results } = await callCustomers('GET /api/v1/customer/all', {});
  return results.map(({ cust_idx, name }) => ({ value: String(cust_idx), label: name }));
}

/** The target groups a collection can be for. */
export async function loadGroups(): Promise<Choice[]> {
  const { results } = await callGroups('GET /api/v1/age_group', {});
  return results.map(({ grp_idx, title }) => ({ value: String(grp_idx), label: title }));
}

/** The required fields of a new collection that are still empty, by field name. */
function missingIn({ cid, multi_lang_data: texts }: CollectionValues): string[] {
  return [...(cid.trim() === '' ? ['cid'] : []), ...(texts.en.title.trim() === '' ? ['multi_lang_data.en.title'] : [])];
}

/** The form of a collection; after saving it goes to the collection's page. `show` brings up a field on another tab. */
export function useCollectionForm(
  collection: EditedCollection | null,
  choices: ChoicesByField,
  show: (field: string) => void,
): RecordForm<CollectionValues> {
  const t = useT<CollectionWords>();
  const confirmTexts = useConfirmTexts();
  const record: RecordForm<CollectionValues> = useRecordForm<
    CollectionValues,
    { cid: string; version: number; act_idx?: number | undefined }
  >({
    initial: { values: valuesOf(collection, choices), version: collection?.version },
    draft: `collection/${collection?.cid ?? ''}`,
    record: collection ? { kind: 'collection', id: collection.cid } : undefined,
    save: async ({ values, changed, version }, merged) => {
      const missing = missingIn(values);
      const [first] = missing;
      if (first !== undefined) {
        record.form.setErrors(Object.fromEntries(missing.map((field) => [field, t('invalid.required')])));
        await alertMessage(t('collection.required'));
        flushSync(() => show(first));
        focusField(record.ref.current, first);
        return undefined;
      }
      const writesTexts = collection !== null && changed.some((field) => field.startsWith('multi_lang_data.'));
      const isUnmerged = writesTexts && merged === undefined;
      if (isUnmerged && !(await confirmTexts(t('collection.field_texts')))) return undefined;
      const { results } = collection
        ? await call('PUT /api/v5/collection/:cid', {
            params: { cid: collection.cid },
            body: { ...bodyOf(values, changed), version },
          })
        : await call('POST /api/v1/collection', { body: newBodyOf(values, changed) });
      return results;
    },
    onSaved: ({ cid, act_idx }, merged) => {
      const done = collection ? t('collection.saved') : t('collection.created');
      leaveWith(merged ? t('form.merged', { name: merged }) : done, `/collection/${cid}`, act_idx);
    },
    again: collection
      ? {
          lost: t('collection.again_lost'),
          create: async (values) => {
            const body = newBodyOf(values, changedFields(values, valuesOf(null, choices)));
            return (await call('POST /api/v1/collection', { body: { ...body, cid: collection.cid } })).results;
          },
          onCreated: ({ cid, act_idx }) => leaveWith(t('collection.created'), `/collection/${cid}`, act_idx),
        }
      : undefined,
    load: async () => {
      const params = { cid: collection?.cid ?? '' };
      const [{ results }, customers, groups] = await Promise.all([
        call('GET /api/v5/collection/:cid', { params }),
        loadCustomers(),
        loadGroups(),
      ]);
      const stored = results.collection;
      return { values: valuesOf(stored, { owned_by: customers, grp_idx: groups }), version: stored.version };
    },
  });
  return record;
}
