import { client } from '#client/api.ts';
import { confirmPhrase, reloadWith } from '#client/dialogs.ts';
import { type Staged, stage } from '#client/staged.ts';
import type { ShownParts } from '#kernel/records/record-parts.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { EmptyState } from '#ui/kit/empty-state.tsx';
import { Text } from '#ui/kit/text.tsx';
import { type Ordered, useOrderActs } from '#ui/order/use-order-acts.ts';
import { useOrderEditor } from '#ui/order/use-order-editor.ts';
import { PageHead } from '#ui/page/page-head.tsx';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import { Breadcrumbs } from '#ui/record/breadcrumbs.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import type { advertisementApi } from './advertisement.contract.ts';
import type { AdvertisedRow } from './advertisement.read.ts';
import { AdvertisementAdder } from './advertisement-adder.tsx';
import { AdvertisementRows } from './advertisement-rows.tsx';

const call = client<typeof advertisementApi>();

interface AdvertisementProps {
  rows: AdvertisedRow[];
  /** What other features offer to do with them. */
  acts: ShownParts['acts'];
  /** Identifies their order, to detect conflicts. */
  base: string;
}

/** The advertised collections in order: add, remove and reorder, each after the typed confirmation. */
export default function Advertisement({ rows, acts, base }: AdvertisementProps) {
  const t = useT<CollectionWords>();
  const act = useAct();
  const { Editor, opener, open, close } = useOrderEditor();
  const order = rows.map(({ cidx }) => cidx);
  const remove = async ({ cidx, title, version }: AdvertisedRow) => {
    const question = { title: t('collection.ads_remove_title', { title }), body: t('collection.ads_remove_text') };
    const into = () => stage(asChange(question.title, order.toSpliced(order.indexOf(cidx), 1)));
    if (!(await confirmPhrase({ ...question, agree: t('collection.ads_remove'), into }))) return;
    const body = { cidx, adsOn: false, version };
    const { results } = await call('PUT /api/v1/collection/advertisement', { body });
    reloadWith(t('collection.ads_removed', { title }), results.act_idx);
  };
  const ordered: Ordered = {
    items: rows.map(({ cidx, title }) => ({ id: cidx, title })),
    base,
    failed: t('collection.order_failed'),
    save: saveOrder,
    onSaved: reloadWith,
    toStage: (sequence) => asChange(t('collection.ads_reorder'), sequence),
  };
  const { moveTo } = useOrderActs(ordered);
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('collection.heading'), href: '/collection' }]} />
      <PageHead title={t('collection.advertisement')} count={rows.length}>
        <RecordPartActs acts={acts} />
        {!Editor && rows.length > 1 && (
          <Button ref={opener} onClick={open}>
            {t('collection.ads_reorder')}
          </Button>
        )}
      </PageHead>
      {Editor && <Editor label={t('collection.ads_reorder')} onCancel={close} {...ordered} />}
      {/* Hidden, not unmounted: leaving reorder mode finds everything as it was. */}
      <div hidden={Editor !== null}>
        <AdvertisementAdder toStage={(title, cidx) => asChange(title, [...order, cidx])} />
        {rows.length === 0 ? (
          <EmptyState text={t('collection.ads_empty')} />
        ) : (
          <>
            <Text tone="soft" below={10}>
              {t('collection.ads_hint')}
            </Text>
            <AdvertisementRows
              rows={rows}
              onMove={({ cidx }) => moveTo(cidx)}
              onRemove={(row) => act(() => remove(row), t('collection.ads_remove_failed'))}
            />
          </>
        )}
      </div>
    </>
  );
}

/** Which collections are advertised, as a change for a release. */
const asChange = (title: string, sequence: number[]): Staged => ({
  kind: 'advertisement',
  id: 'order',
  title,
  values: { sequence },
});

async function saveOrder(sequence: number[], base: string): Promise<number | undefined> {
  const { results } = await call('PUT /api/v1/collection/advertisement/order', { body: { sequence, base } });
  return results.act_idx;
}
