import { useState } from 'react';
import { useT } from '#ui/interface.tsx';
import { useOnDemand } from '#ui/order/use-on-demand.ts';
import type { CollectionWords } from '../collection.messages.ts';
import styles from './collection-editor.module.css';
import { type PriceValues, valuesOf } from './collection-values.rules.ts';
import { useFieldTexts } from './use-field-texts.ts';

export type SortableKit = Pick<typeof import('#ui/order/sortable.tsx'), 'Sortable'>;

const load = (): Promise<SortableKit> => import('#ui/order/sortable.tsx');

/** Drag-and-drop for the rows. */
export function useSortableKit() {
  const { loaded, ...mode } = useOnDemand(load);
  return { kit: loaded, ...mode };
}

interface PriceOrderProps {
  kit: SortableKit;
  prices: readonly PriceValues[];
  onChange: (prices: PriceValues[]) => void;
}

/** The prices as lines to be ordered by pointer, keyboard or position. */
export function PriceOrder({ kit: { Sortable }, prices, onChange }: PriceOrderProps) {
  const t = useT<CollectionWords>();
  const { priceText } = useFieldTexts(valuesOf(null));
  const [items, setItems] = useState(() => prices.map((price, id) => ({ id, title: priceText(price), price })));
  return (
    <div className={styles.order}>
      <Sortable
        label={t('collection.field_prices')}
        items={items}
        onChange={(next) => {
          setItems(next);
          onChange(next.map(({ price }) => price));
        }}
      />
    </div>
  );
}
