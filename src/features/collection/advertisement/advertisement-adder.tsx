import { type SubmitEvent, useState } from 'react';
import { client } from '#client/api.ts';
import { confirmPhrase, reloadWith } from '#client/dialogs.ts';
import { type Staged, stage } from '#client/staged.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { RecordPicker } from '#ui/kit/record-picker.tsx';
import type { collectionApi } from '../collection.contract.ts';
import type { CollectionWords } from '../collection.messages.ts';
import { findCollectionByCid } from '../collection-picker.tsx';
import type { advertisementApi } from './advertisement.contract.ts';

const call = client<typeof advertisementApi>();
const callCollection = client<typeof collectionApi>();

interface AdvertisementAdderProps {
  /** Advertising one more, as a change for a release. */
  toStage: (title: string, cidx: number) => Staged;
}

/** Finds a collection and advertises it, after the typed confirmation. */
export function AdvertisementAdder({ toStage }: AdvertisementAdderProps) {
  const t = useT<CollectionWords>();
  const act = useAct();
  const [chosen, setChosen] = useState<Choice[]>([]);
  const [choice] = chosen;
  const add = async ({ value: cid }: Choice) => {
    const { results } = await callCollection('GET /api/v5/collection/:cid', { params: { cid } });
    const { cidx, default_title: title, is_public, version } = results.collection;
    const body = is_public === 'O' ? t('collection.ads_add_text') : t('collection.ads_add_private');
    const question = t('collection.ads_add_title', { title });
    const into = () => stage(toStage(question, cidx));
    if (!(await confirmPhrase({ title: question, body, agree: t('collection.ads_add'), into }))) return;
    const { results: done } = await call('PUT /api/v1/collection/advertisement', {
      body: { cidx, adsOn: true, version },
    });
    reloadWith(t('collection.ads_added', { title }), done.act_idx);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (choice) act(() => add(choice), t('collection.ads_add_failed'));
  };
  return (
    <Inline as="form" tight low widest={640} below={16} onSubmit={submit}>
      <Stack grow={240}>
        <RecordPicker
          label={t('collection.ads_find')}
          name="cidx"
          value={chosen}
          onChange={setChosen}
          find={findCollectionByCid}
          max={1}
        />
      </Stack>
      <Button variant="primary" type="submit" disabled={!choice}>
        {t('collection.ads_add')}
      </Button>
    </Inline>
  );
}
