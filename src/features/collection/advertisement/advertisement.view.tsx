import { Button } from '@mantine/core';
import { client } from '#client/api.ts';
import { confirmPhrase, leaveWith, reloadWith } from '#client/dialogs.ts';
import { withPageLanguage } from '#client/language.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { useOrderEditor } from '#ui/order/use-order-editor.ts';
import { Breadcrumbs } from '#ui/page/breadcrumbs.tsx';
import button from '#ui/page/button.module.css';
import { EmptyState } from '#ui/page/empty-state.tsx';
import { Note } from '#ui/page/note.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import type { advertisementApi } from './advertisement.contract.ts';
import styles from './advertisement.module.css';
import type { AdvertisedRow, RemovedRow } from './advertisement.read.ts';
import { AdvertisementAdder } from './advertisement-adder.tsx';
import { AdvertisementRows } from './advertisement-rows.tsx';

const call = client<typeof advertisementApi>();
const path = '/collection/advertisement';

interface AdvertisementProps {
  lines: AdvertisedRow[];
  /** Identifies their order, to detect conflicts. */
  base: string;
  /** The collection just removed, which can be put back. */
  removed: RemovedRow | null;
}

/** The advertised collections in order: add, remove and reorder, each after the typed confirmation. */
export default function Advertisement({ lines, base, removed }: AdvertisementProps) {
  const t = useT<CollectionWords>();
  const act = useAct();
  const { Editor, open, close } = useOrderEditor();
  const remove = async ({ cidx, title, version }: AdvertisedRow, place: number) => {
    const question = { title: t('collection.ads_remove_title', { title }), body: t('collection.ads_remove_text') };
    if (!(await confirmPhrase({ ...question, agree: t('collection.ads_remove'), danger: true }))) return;
    await call('PUT /api/v1/collection/advertisement', { body: { cidx, adsOn: false, version } });
    location.assign(withPageLanguage(`${path}?removed=${cidx}&place=${place}`));
  };
  return (
    <>
      <Breadcrumbs crumbs={[{ label: t('collection.heading'), href: '/collection' }]} />
      <PageHead title={t('collection.advertisement')} count={lines.length}>
        {!Editor && lines.length > 1 && (
          <Button variant="default" onClick={open}>
            {t('collection.ads_reorder')}
          </Button>
        )}
      </PageHead>
      {Editor && (
        <Editor
          label={t('collection.ads_reorder')}
          items={lines.map(({ cidx, title }) => ({ id: cidx, title }))}
          base={base}
          failed={t('collection.order_failed')}
          save={saveOrder}
          onSaved={() => reloadWith(t('collection.ads_reordered'))}
          onCancel={close}
        />
      )}
      {/* Hidden, not unmounted: leaving reorder mode finds everything as it was. */}
      <div hidden={Editor !== null}>
        {removed && <RemovedNote line={removed} />}
        <AdvertisementAdder />
        {lines.length === 0 ? (
          <EmptyState text={t('collection.ads_empty')} />
        ) : (
          <>
            <p className={styles.hint}>{t('collection.ads_hint')}</p>
            <AdvertisementRows
              lines={lines}
              onRemove={(line, place) => act(() => remove(line, place), t('collection.ads_remove_failed'))}
            />
          </>
        )}
      </div>
    </>
  );
}

async function saveOrder(sequence: number[], base: string): Promise<void> {
  await call('PUT /api/v1/collection/advertisement/order', { body: { sequence, base } });
}

/** Says what was removed, and offers to put it back in its place. */
function RemovedNote({ line: { cidx, title, place } }: { line: RemovedRow }) {
  const t = useT<CollectionWords>();
  const act = useAct();
  const undo = () =>
    act(async () => {
      await call('PUT /api/v1/collection/advertisement', { body: { cidx, adsOn: true, place } });
      leaveWith(t('collection.ads_added', { title }), path);
    }, t('collection.ads_undo_failed'));
  return (
    <Note tone="done">
      <p>{t('collection.ads_removed', { title })}</p>
      <button type="button" className={button.button} onClick={undo}>
        {t('collection.ads_undo')}
      </button>
    </Note>
  );
}
