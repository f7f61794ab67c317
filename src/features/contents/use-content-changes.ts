import { ApiError, client } from '#client/api.ts';
import { alertMessage, confirm, confirmReason, notify } from '#client/dialogs.ts';
import { showOwnAct } from '#client/live/refresh.ts';
import type { Picked } from '#client/picks.ts';
import { type Staged, stage } from '#client/staged.ts';
import type { ContentType } from '#features/collection/collection.public.ts';
import type { ContentListRow } from '#features/collection/collection-reach.public.ts';
import type { Input } from '#kernel/work/contract.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { useBulkWork } from '#ui/page/use-bulk-work.ts';
import type { contentsApi } from './contents.contract.ts';
import type { ContentsWords } from './contents.messages.ts';
import { type ContentAct, needsReason } from './contents.rules.ts';
import { questionOf } from './impact-question.rules.ts';
import type { Contents } from './use-contents.ts';

const call = client<typeof contentsApi>();

type Body = Input<(typeof contentsApi)['PUT /api/v5/collection/:cid/contents']['body']>;

/** A requested change, with what its messages name. */
interface Wanted {
  act: ContentAct;
  type: ContentType;
  what: Body;
  name?: string | undefined;
}

interface EditedCollection {
  cid: string;
  title: string;
  /** Set while the collection is being filled in manage mode. */
  isManaging: boolean;
}

/** Adds and removes contents: shows the effect first, asks for a reason where one is needed, offers Undo. */
export function useContentChanges({ cid, title, isManaging }: EditedCollection, contents: Contents) {
  const t = useT<ContentsWords>();
  const run = useAct();
  const work = useBulkWork();
  const params = { cid };
  const propose = async (wanted: Wanted, again: { stale?: string; reason?: string } = {}): Promise<void> => {
    const { act, type, what, name } = wanted;
    const body = { ...what, dry_run: true };
    const { results: would } = await call('PUT /api/v5/collection/:cid/contents', { params, body });
    if (!would.impact || would.impact.items === would.impact.already)
      return alertMessage(t(act === 'add' ? 'collection.content_taken' : 'collection.content_missing'));
    const effect = questionOf(t, would.impact, { act, name, title, stale: again.stale });
    const question = {
      ...effect,
      agree: act === 'add' ? t('common.add') : t('contents.remove'),
      into: (reason: string) => stage(toStage(cid, effect.title, wanted.what, reason)),
    };
    const mustSay = needsReason({ act, types: [type], isManaging });
    const reason = mustSay ? await confirmReason(question, again.reason) : '';
    if (mustSay ? reason === '' : !(await confirm(question))) return;
    try {
      // The figures belong to this version: if there is a newer one, they are requested again.
      const change = { ...what, version: would.version, ...(mustSay && { reason }) };
      const done = await work.run(
        async () => (await call('PUT /api/v5/collection/:cid/contents', { params, body: change })).results,
      );
      const said = act === 'add' ? 'contents.added_done' : 'contents.removed_done';
      void notify({ message: t(said, { count: done.changed }), undo: done.act_idx ?? undefined });
      await contents.refresh(type);
      void showOwnAct({ kind: 'collection', id: cid });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      await contents.refresh();
      if (error.code !== 'error.stale') throw error;
      await propose(wanted, { stale: error.message, reason });
    }
  };
  const change = (wanted: Wanted) =>
    run(() => propose(wanted), t(wanted.act === 'add' ? 'contents.add_failed' : 'contents.remove_failed'));
  const itemOf = ({ content_type, content_idx }: ContentListRow) => ({ content_type, content_idx });
  return {
    work,
    add: (row: ContentListRow) =>
      change({ act: 'add', type: row.content_type, what: { add: [itemOf(row)] }, name: row.title }),
    remove: (row: ContentListRow) =>
      change({ act: 'remove', type: row.content_type, what: { remove: [itemOf(row)] }, name: row.title }),
    /** Adds the selection made in a list beside the panel. */
    take: (picked: Picked) => {
      if (picked.kind === 'book')
        return change({
          act: 'add',
          type: 'book', // The filter is that of the list; the call refuses any other.
          what: { add_books: picked.selection as Extract<Body, { add_books: unknown }>['add_books'] },
          name: picked.title,
        });
      const { kind, id, title: name } = picked;
      return change({ act: 'add', type: kind, what: { add: [{ content_type: kind, content_idx: id }] }, name });
    },
  };
}

/** The change for a release. Its version is not named: items are added and removed one by one. */
function toStage(cid: string, title: string, what: Body, reason: string): Staged {
  const said = reason === '' ? {} : { reason };
  if ('add_books' in what) return { title, selection: what.add_books, collection: cid, values: said };
  const items = 'add' in what ? { add: what.add } : { remove: what.remove };
  return { title, kind: 'contents', id: cid, values: { ...items, ...said } };
}

export type ContentChanges = ReturnType<typeof useContentChanges>;
