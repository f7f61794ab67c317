import { askPosition, confirmPhrase } from '#client/dialogs.ts';
import type { Staged } from '#client/staged.ts';
import { useAct } from '../form/use-act.ts';
import { useT } from '../interface.tsx';
import type { SortableItem } from './sortable-places.ts';
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
  const ids = items.map(({ id }) => id);
  const set = async (wanted: number[]) => {
    const message = movedText(ids, wanted, new Map(items.map(({ id, title }) => [id, title])));
    if (!(await confirmPhrase({ title: message, body: t('order.confirm'), agree: t('order.move') }))) return;
    onSaved(message, await save(wanted, base));
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
