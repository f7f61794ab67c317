import { ApiError } from '#client/api.ts';
import { alertMessage, askPosition, confirm, confirmPhrase } from '#client/dialogs.ts';
import type { Staged } from '#client/staged.ts';
import type { SequenceConflict } from '#kernel/records/sequence.ts';
import { useAct } from '../form/use-act.ts';
import { useT } from '../interface.tsx';
import { conflictOf, withCurrent } from './order-conflict.rules.ts';
import type { SortableItem } from './sortable-places.ts';
import { useConflictTexts } from './use-conflict-texts.ts';
import { useMovedText } from './use-moved-text.ts';

/** An order that staff set, and how it is saved. */
export interface Ordered {
  /** The records in their current order, and the key of that order. */
  items: readonly SortableItem[];
  base: string;
  /** Says what failed, above the reason. */
  failed: string;
  /** Saves an order that replaces the one with this key; returns the number of the act. */
  save: (sequence: number[], base: string) => Promise<number | undefined>;
  /** Shows the new order with a sentence about it, whose act can be undone. */
  onSaved: (message: string, act: number | undefined) => void;
  /** The new order as a change for a release, where releases set this order. */
  toStage?: (sequence: number[]) => Staged;
}

/** What changes an order from outside reorder mode: one move, or a whole new order, each after the typed confirmation. */
export function useOrderActs({ items, base, failed, save, onSaved }: Ordered) {
  const t = useT();
  const act = useAct();
  const movedText = useMovedText();
  const textsOf = useConflictTexts();
  const ids = items.map(({ id }) => id);
  const titles = new Map(items.map(({ id, title }) => [id, title]));
  const set = async (wanted: number[]) => {
    const message = movedText(ids, wanted, titles);
    if (!(await confirmPhrase({ title: message, body: t('order.confirm'), agree: t('order.move') }))) return;
    await saveOver(base, wanted, message);
  };
  /** Saves an order; if records were added or removed meanwhile, asks whether it holds for those that there are now. */
  const saveOver = async (key: string, wanted: number[], message: string): Promise<void> => {
    try {
      onSaved(message, await save(wanted, key));
    } catch (error) {
      const found = error instanceof ApiError ? conflictOf(error) : null;
      if (!found) throw error;
      const body = textsOf(found, (id) => titles.get(id) ?? String(id)).join(' ');
      const now = currentIds(wanted, found);
      if (String(now) === String(currentIds(ids, found))) {
        // What was moved is gone.
        await alertMessage(body);
        location.reload();
        return;
      }
      const question = { title: failed, body, agree: t(found.moved ? 'order.keep' : 'order.merge') };
      if (await confirm(question)) await saveOver(found.key, now, message);
    }
  };
  const moveTo = async (id: number) => {
    const from = ids.indexOf(id);
    const { title = '' } = items[from] ?? {};
    const position = await askPosition({ title, position: from + 1, count: ids.length });
    if (position !== null) await set(ids.toSpliced(from, 1).toSpliced(position - 1, 0, id));
  };
  return {
    /** Asks where to move a record, then moves it there. */
    moveTo: (id: number) => act(() => moveTo(id), failed),
    set: (wanted: number[]) => act(() => set(wanted), failed),
  };
}

const currentIds = (ids: readonly number[], found: SequenceConflict): number[] =>
  withCurrent(
    ids.map((id) => ({ id })),
    found,
  ).map(({ id }) => id);
