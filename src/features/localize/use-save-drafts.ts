import { useState } from 'react';
import { ApiError, client, isOutage, isStale } from '#client/api.ts';
import { confirmPhrase, notify } from '#client/dialogs.ts';
import { navigateInPage } from '#client/live-page.ts';
import { pageAddress } from '#client/office-path.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { useT } from '#ui/interface.tsx';
import { type Cell, cellKey, type Draft, type Drafts, saveOf, withoutDrafts } from './desk.rules.ts';
import type { localizeApi } from './localize.contract.ts';
import type { LocalizeWords } from './localize.messages.ts';

const call = client<typeof localizeApi>();

// As many as a browser sends at a time without making the rest of the page wait.
const lanes = 3;

/** A collection whose texts were not saved, and why. */
interface FailedSave {
  cid: string;
  title: string;
  message: string;
}

/** Makes drafts live after the typed confirmation: collection by collection, each as a whole or not at all. */
export function useSaveDrafts(drafts: Drafts, change: (next: (now: Drafts) => Drafts) => void) {
  const t = useT<LocalizeWords>();
  const [isSaving, setSaving] = useState(false);
  const [failed, setFailed] = useState<readonly FailedSave[]>([]);
  /** What others have saved in cells that have a draft, as far as a refused save said so. */
  const [theirs, setTheirs] = useState<Readonly<Record<string, string>>>({});

  const saveOne = async (cid: string, some: readonly Draft[]): Promise<number | undefined> => {
    const { results } = await call('PUT /api/v5/collection/:cid/texts', { params: { cid }, body: saveOf(some) });
    change((now) => withoutDrafts(now, some));
    return results.act_idx;
  };
  const showSaved = () => navigateInPage(pageAddress()).catch(() => undefined);
  const saveAll = async (saves: ReadonlyMap<string, readonly Draft[]>): Promise<void> => {
    const failures: FailedSave[] = [];
    const acts: (number | undefined)[] = [];
    let saved = 0;
    let outage: string | null = null;
    await inLanes(saves, lanes, async ([cid, some]) => {
      const fail = (message: string) => failures.push({ cid, title: some[0]?.title ?? cid, message });
      // Once the server is out of reach, the others would fail one after the other.
      if (outage !== null) return void fail(outage);
      try {
        acts.push(await saveOne(cid, some));
        saved += some.length;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (isOutage(error)) outage = error.message;
        if (isStale(error)) setTheirs((now) => ({ ...now, ...changedIn(cid, error) }));
        fail(error.message);
      }
    });
    setFailed(failures);
    if (saved === 0) return;
    void notify({
      message: t('localize.desk_saved', { count: saved }),
      undo: acts.filter((act) => act !== undefined),
      undone: showSaved,
    });
    await showSaved();
  };
  const save = async (): Promise<void> => {
    const all = Object.values(drafts);
    if (all.length === 0 || isSaving) return;
    const saves = Map.groupBy(all, ({ cid }) => cid);
    const title = t('localize.desk_confirm', { count: all.length, collections: saves.size });
    const question = { title, body: t('collection.localize_confirm'), agree: t('collection.localize_save') };
    if (!(await confirmPhrase(question))) return;
    setSaving(true);
    await saveAll(saves).finally(() => setSaving(false));
  };
  return {
    save,
    isSaving,
    // Those whose drafts are gone are settled.
    failed: failed.filter(({ cid }) => Object.values(drafts).some((draft) => draft.cid === cid)),
    theirs,
    settle: (cell: Cell) => setTheirs(({ [cellKey(cell)]: _settled, ...others }) => others),
  };
}

/** The texts that a refused save found changed, by the key of their cell. */
function changedIn(cid: string, { details }: ApiError): Record<string, string> {
  const changed = (details['changed'] ?? []) as (Omit<Cell, 'cid'> & { text: string })[];
  return Object.fromEntries(changed.map(({ locale, field, text }) => [cellKey({ cid, locale, field }), text]));
}
