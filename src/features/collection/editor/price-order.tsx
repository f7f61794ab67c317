import { useState } from 'react';
import { notify } from '#client/dialogs.ts';
import { useT } from '#ui/interface.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import styles from './collection-editor.module.css';
import { type PriceValues, valuesOf } from './collection-values.rules.ts';
import { useFieldTexts } from './use-field-texts.ts';

export type SortableKit = Pick<typeof import('#ui/order/sortable.tsx'), 'Sortable'>;

/** Drag-and-drop for the rows; loaded when ordering begins. */
export function useSortableKit() {
  const t = useT();
  const [kit, setKit] = useState<SortableKit | null>(null);
  const open = async () => {
    try {
      const { Sortable } = await import('#ui/order/sortable.tsx');
      setKit({ Sortable });
    } catch {
      void notify({ message: t('error.network'), tone: 'problem', retry: () => void open() });
    }
  };
  return { kit, open: () => void open(), close: () => setKit(null) };
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
