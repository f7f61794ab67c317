import { inNaturalOrder, outOfOrder } from '#kernel/text/natural-order.rules.ts';
import { useT } from '../interface.tsx';
import button from '../page/button.module.css';
import { Note } from '../page/note.tsx';
import type { SortableItem } from './sortable-places.ts';

interface NaturalOrderProps {
  items: readonly SortableItem[];
  onSort: (wanted: number[]) => void;
}

/** Says that records are out of the order of their numbers, and offers to sort them; nothing if they are in order. */
export function NaturalOrder({ items, onSort }: NaturalOrderProps) {
  const t = useT();
  const found = outOfOrder(items);
  if (!found) return null;
  return (
    <Note tone="warn">
      <p>{t('order.out_of_order', { later: found.later.title, earlier: found.earlier.title })}</p>
      <button type="button" className={button.button} onClick={() => onSort(inNaturalOrder(items).map(({ id }) => id))}>
        {t('order.sort_naturally')}
      </button>
    </Note>
  );
}
