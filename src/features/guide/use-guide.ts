import { useRef, useState } from 'react';
import { ApiError, client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { notify } from '#client/dialogs.ts';
import { type Staged, stage } from '#client/staged.ts';
import { mergedOrder } from '#kernel/records/sequence.rules.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useAskWhere } from '#ui/form/use-ask-where.ts';
import { useT } from '#ui/interface.tsx';
import { useMovedText } from '#ui/order/use-moved-text.ts';
import type { Ordered } from '#ui/order/use-order-acts.ts';
import type { GuideItem, guideApi } from './guide.contract.ts';
import type { GuideWords } from './guide.messages.ts';
import { nameOf, type Range, sameRange } from './guide.rules.ts';

const call = client<typeof guideApi>();

interface Stored {
  items: readonly GuideItem[];
  /** Identifies their order, to detect conflicts. */
  base: string;
}

// The typing pause after which a range is saved. Milliseconds.
const typingMs = 400;

/**
 * The items of a guide and everything that changes them. Drags are shown at once and saved in turn; if that fails, they
 * are rolled back and the reason is shown, with a retry. On a conflict, the changes of others are loaded first.
 */
export function useGuide(guiId: string, initial: Stored) {
  const t = useT<GuideWords>();
  const act = useAct();
  const movedText = useMovedText();
  const askWhere = useAskWhere();
  const [items, setItems] = useState(initial.items);
  const [base, setBase] = useState(initial.base);
  const [saving, setSaving] = useState(0);
  const [isTyping, setTyping] = useState(false);
  // The state of the server as far as known; saves are queued.
  const stored = useRef(initial);
  const queue = useRef(Promise.resolve());
  const typing = useRef(new Map<number, { timer: number; save: () => void }>());

  const take = (next: Stored) => {
    stored.current = next;
    setItems(next.items);
    setBase(next.base);
  };
  const load = async () => {
    const { results } = await call('GET /api/v1/extra/series_guide', { query: { gui_id: guiId } });
    take(results);
  };
  /** Saves after all saves in the queue. */
  const inTurn = (failed: string, save: () => Promise<void>) =>
    act(() => {
      setSaving((count) => count + 1);
      const turn = queue.current.then(save).catch((error: unknown) => {
        setItems(stored.current.items);
        throw error;
      });
      queue.current = turn.catch(() => undefined).finally(() => setSaving((count) => count - 1));
      return turn;
    }, failed);
  /** On a conflict: shows what others changed, and offers to repeat the own change. */
  const overtaken = async (error: unknown, failed: string, again: () => void) => {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 404)) throw error;
    await load();
    const retry = error.status === 409 ? { retry: again } : {};
    void notify({ title: failed, message: error.message, tone: 'problem', ...retry });
  };

  const toStage = (values: Record<string, unknown>, title = `${t('guide.heading')}: ${guiId}`): Staged => ({
    kind: 'guide',
    id: guiId,
    title,
    values,
  });
  /** Whether a change is saved now. If not, it was put into the release that the reader works on, or dropped. */
  const goesNow = async (staged: Staged): Promise<boolean> => {
    const where = await askWhere(staged.title);
    if (where === 'release') await stage(staged);
    if (where !== 'now') setItems(stored.current.items);
    return where === 'now';
  };

  const saveRange = async (id: number, range: Range) => {
    const before = stored.current.items.find((item) => item.itm_idx === id);
    if (!before || sameRange(before, range)) return;
    const { start, length } = range;
    const edits = [{ itm_idx: id, start, length }];
    if (!(await goesNow(toStage({ edits }, t('guide.bar', { name: nameOf(before) }))))) return;
    try {
      const body = { gui_id: guiId, itm_idx: id, start, length, version: before.version };
      const { results } = await call('PUT /api/v1/extra/series_guide', { body });
      const change = { start, length, version: results.version ?? before.version };
      stored.current = { ...stored.current, items: changed(stored.current.items, id, change) };
      // More key presses may have moved it since.
      if (!typing.current.has(id)) setItems((shown) => changed(shown, id, change));
      void notify({ message: t('guide.range_saved'), undo: results.act_idx, undone: load });
    } catch (error) {
      await overtaken(error, t('guide.range_failed'), () => setRange(id, range));
    }
  };
  const setRange = (id: number, { start, length }: Range, { keysFollow = false } = {}) => {
    setItems((shown) => changed(shown, id, { start, length }));
    clearTimeout(typing.current.get(id)?.timer);
    const save = () => {
      typing.current.delete(id);
      setTyping(typing.current.size > 0);
      inTurn(t('guide.range_failed'), () => saveRange(id, { start, length }));
    };
    if (!keysFollow) return save();
    typing.current.set(id, { timer: window.setTimeout(save, typingMs), save });
    setTyping(true);
  };

  const saveOrder = async (wanted: readonly number[]) => {
    const { items: before, base: key } = stored.current;
    const had = idsOf(before);
    const sequence = mergedOrder(wanted, had);
    if (!(await goesNow(toStage({ items: sequence })))) return;
    try {
      const { results } = await putOrder(guiId, sequence, key);
      stored.current = { items: inOrder(before, sequence), base: results.base ?? key };
      setBase(stored.current.base);
      const titles = new Map(before.map((item) => [item.itm_idx, nameOf(item)]));
      const message = movedText(had, sequence, titles);
      void notify({ message, undo: results.act_idx, undone: load });
    } catch (error) {
      await overtaken(error, t('guide.order_failed'), () => reorder(wanted));
    }
  };
  const reorder = (wanted: readonly number[]) => {
    setItems((shown) => inOrder(shown, wanted));
    inTurn(t('guide.order_failed'), () => saveOrder(wanted));
  };

  const remove = async (item: GuideItem, onRemoved: () => void) => {
    const { itm_idx: id } = item;
    const title = `${t('CMN-07')}: ${nameOf(item)}`;
    const into = () => stage(toStage({ remove: [id] }, title));
    const question = { title, body: t('guide.delete_confirm'), agree: t('CMN-07'), into };
    inTurn(t('guide.delete_failed'), async () => {
      const deleted = await askToDelete({ of: 'guide_item', id, ...question }, () =>
        call('DELETE /api/v1/extra/series_guide/:itm_idx', { params: { itm_idx: id } }),
      );
      if (!deleted) return;
      await load();
      onRemoved();
      void notify({ message: t('guide.item_deleted'), undo: deleted.results.act_idx, undone: load });
    });
  };

  const ordered: Ordered = {
    items: items.map((item) => ({ id: item.itm_idx, title: nameOf(item) })),
    base,
    failed: t('guide.order_failed'),
    save: async (sequence, key) => (await putOrder(guiId, sequence, key)).results.act_idx,
    onSaved: (message, undo) =>
      act(async () => {
        await load();
        await notify({ message, undo, undone: load });
      }, t('guide.load_failed')),
    toStage: (sequence) => toStage({ items: sequence }),
  };

  return {
    items,
    /** The order, for reorder mode. */
    ordered,
    /** Something is being saved, or is about to be. */
    isUnsaved: saving > 0 || isTyping,
    setRange,
    /** Saves a range at once instead of waiting for more key presses. */
    settleRange: (id: number) => {
      const waiting = typing.current.get(id);
      clearTimeout(waiting?.timer);
      waiting?.save();
    },
    reorder,
    remove: (item: GuideItem, onRemoved: () => void) => void remove(item, onRemoved),
    /** Reloads the items. */
    load: (then: () => void) =>
      act(async () => {
        await load();
        then();
      }, t('guide.load_failed')),
  };
}

const putOrder = (guiId: string, items: number[], base: string) =>
  call('PUT /api/v1/extra/series_guide', { body: { gui_id: guiId, items, base } });

const idsOf = (items: readonly GuideItem[]) => items.map((item) => item.itm_idx);

const changed = (items: readonly GuideItem[], id: number, change: Partial<GuideItem>) =>
  items.map((item) => (item.itm_idx === id ? { ...item, ...change } : item));

/** The items in the order of these ids; items not listed come last. */
function inOrder(items: readonly GuideItem[], wanted: readonly number[]): readonly GuideItem[] {
  const byId = new Map(items.map((item) => [item.itm_idx, item]));
  return mergedOrder(wanted, idsOf(items)).flatMap((id) => byId.get(id) ?? []);
}
