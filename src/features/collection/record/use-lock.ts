import { client } from '#client/api.ts';
import { confirm, reloadWith } from '#client/dialogs.ts';
import { stage } from '#client/staged.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { collectionApi } from '../collection.contract.ts';
import type { CollectionWords } from '../collection.messages.ts';

const call = client<typeof collectionApi>();

interface Lockable {
  cidx: number;
  cid: string;
  /** Whether it is locked now. */
  lock: boolean;
  version: number;
}

/** Locks or unlocks the contents of a collection after a warning, then reloads the page. */
export function useLock({ cidx, cid, lock, version }: Lockable): () => void {
  const t = useT<CollectionWords>();
  const act = useAct();
  const switchLock = async () => {
    const title = t(lock ? 'collection.unlock_title' : 'collection.lock_title');
    const question = {
      title,
      body: t(lock ? 'collection.unlock_body' : 'collection.lock_body'),
      agree: t(lock ? 'collection.unlock' : 'collection.lock'),
      into: () => stage({ kind: 'collection', id: cid, values: { lock: !lock }, version, title }),
    };
    if (!(await confirm(question))) return;
    const { results } = await call('PUT /api/v5/collection/lock', { body: { cidx, lock: !lock, version } });
    reloadWith(t(lock ? 'collection.unlocked' : 'collection.locked'), results.act_idx);
  };
  return () => act(switchLock, t('collection.lock_failed'));
}
