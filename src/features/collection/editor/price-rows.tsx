import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { notify } from '#client/dialogs.ts';
import { focusField } from '#ui/form/focus.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import type { FormOf } from '#ui/kit/form.ts';
import { IconButton } from '#ui/kit/icon-button.tsx';
import { Input } from '#ui/kit/input.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { SearchSelect } from '#ui/kit/search-select.tsx';
import { useOnDemand } from '#ui/order/use-on-demand.ts';
import type { CollectionWords } from '../collection.messages.ts';
import styles from './collection-editor.module.css';
import { freshPrice, type PriceValues, valuesOf } from './collection-values.rules.ts';
import { EditorSection } from './editor-section.tsx';
import { useFieldTexts } from './use-field-texts.ts';

/** What the rows use of a form with prices: that of a collection, or of another record. */
export type PriceForm = Pick<
  FormOf<{ prices: PriceValues[] }>,
  'values' | 'getInputProps' | 'insertListItem' | 'removeListItem' | 'setFieldValue'
>;

interface PriceRowsProps {
  form: PriceForm;
  currencies: readonly Choice[];
}

/** The prices in the order readers see them; there is always at least one row. */
export function PriceRows({ form, currencies }: PriceRowsProps) {
  const t = useT<CollectionWords>();
  const { kit, opener, open, close } = useSortableKit();
  const rows = form.values.prices;
  const last = rows.at(-1);
  const list = useRef<HTMLOListElement>(null);
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (kit) done.current?.focus({ preventScroll: true });
  }, [kit]);
  const add = () => {
    flushSync(() => form.insertListItem('prices', freshPrice(last?.currency)));
    focusField(list.current, `prices.${rows.length}.price`);
  };
  return (
    <EditorSection name="prices" isField>
      {kit ? (
        <Ordering form={form} kit={kit} />
      ) : (
        <Stack ref={list} as="ol" gap={10}>
          {rows.map((_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a price has no name but its place
            <PriceRow key={row} form={form} row={row} currencies={currencies} />
          ))}
        </Stack>
      )}
      <Inline tight above={12}>
        {kit ? (
          <Button ref={done} onClick={close}>
            {t('common.done')}
          </Button>
        ) : (
          <>
            <Button onClick={add}>{t('collection.price_add')}</Button>
            {rows.length > 1 && (
              <Button variant="quiet" ref={opener} onClick={open}>
                {t('collection.price_order')}
              </Button>
            )}
          </>
        )}
      </Inline>
    </EditorSection>
  );
}

/** The rows as of the start of ordering, so that each keeps its identity while it moves. */
function Ordering({ form, kit }: { form: PriceForm; kit: SortableKit }) {
  const [start] = useState(form.values.prices);
  return <PriceOrder kit={kit} prices={start} onChange={(prices) => form.setFieldValue('prices', prices)} />;
}

interface PriceRowProps extends PriceRowsProps {
  row: number;
}

function PriceRow({ form, row, currencies }: PriceRowProps) {
  const t = useT<CollectionWords>();
  const rows = form.values.prices;
  const number = { row: row + 1 };
  const period = rows[row]?.subscription_period.trim() ?? '';
  const remove = () => {
    if (rows.length > 1) form.removeListItem('prices', row);
    else void notify({ message: t('collection.price_last') });
  };
  const field = (name: 'price' | 'discounted_price' | 'subscription_period') => {
    const path = `prices.${row}.${name}` as const;
    return { ...form.getInputProps(path), name: path, label: t(`collection.price_${name}`), autoComplete: 'off' };
  };
  const currency = form.getInputProps(`prices.${row}.currency`);
  return (
    <li className={styles.price} aria-label={t('collection.price_row', number)}>
      <SearchSelect
        options={currencies}
        value={currencies.find(({ value }) => value === currency.value) ?? null}
        onChange={(choice) => choice && currency.onChange(choice.value)}
        error={currency.error}
        name={`prices.${row}.currency`}
        label={t('collection.price_currency')}
        classNames={{ options: styles.options }}
        nothingFoundMessage={t('select.empty')}
        data-field={`prices.${row}.currency`}
      />
      <Input {...field('price')} inputMode="decimal" maxLength={18} />
      <Input {...field('discounted_price')} inputMode="decimal" maxLength={18} />
      <Input
        {...field('subscription_period')}
        inputMode="numeric"
        maxLength={5}
        end={{ width: 96, of: t(Number(period) === 0 ? 'collection.permanent' : 'collection.days_unit') }}
      />
      <IconButton danger className={styles.remove} label={t('collection.price_remove', number)} onClick={remove}>
        <Icon name="close" />
      </IconButton>
    </li>
  );
}

type SortableKit = Pick<typeof import('#ui/order/sortable.tsx'), 'Sortable'>;

const load = (): Promise<SortableKit> => import('#ui/order/sortable.tsx');

/** Drag-and-drop for the rows. */
function useSortableKit() {
  const { loaded, ...mode } = useOnDemand(load);
  return { kit: loaded, ...mode };
}

interface PriceOrderProps {
  kit: SortableKit;
  prices: readonly PriceValues[];
  onChange: (prices: PriceValues[]) => void;
}

/** The prices as lines to be ordered by pointer, keyboard or position. */
function PriceOrder({ kit: { Sortable }, prices, onChange }: PriceOrderProps) {
  const t = useT<CollectionWords>();
  const { priceText } = useFieldTexts(valuesOf(null));
  const [items, setItems] = useState(() => prices.map((price, id) => ({ id, title: priceText(price), price })));
  return (
    <Stack gap={0} widest={640}>
      <Sortable
        label={t('collection.field_prices')}
        items={items}
        onChange={(next) => {
          setItems(next);
          onChange(next.map(({ price }) => price));
        }}
      />
    </Stack>
  );
}
