import { localeNames, locales } from '#kernel/messages/locale.ts';
import type { Words } from '#kernel/messages/messages.ts';
import { namesOf, wordOf } from '#kernel/records/record-fields.rules.ts';
import { type FieldOf, valueOf } from '#ui/form/record-values.rules.ts';
import { useT } from '#ui/interface.tsx';
import { plainText } from '#ui/kit/rich-text.rules.ts';
import type { CollectionWords } from '../collection.messages.ts';
import { textFields } from '../collection.rules.ts';
import { collectionFields } from '../collection-fields.rules.ts';
import { type CollectionValues, localeOf, type PriceValues } from './collection-values.rules.ts';

const ofPrice = ['currency', 'price', 'discounted_price', 'subscription_period'] as const;

/** The labels of the form's fields, and their values in readable form. */
export function useFieldTexts({ prices }: CollectionValues) {
  const t = useT<CollectionWords>();
  const text = useT<Words>();
  const texts = locales.flatMap((locale) =>
    textFields.map((field) => ({
      name: `multi_lang_data.${locale}.${field}`,
      label: `${localeNames[locale]}: ${t(`collection.field_${field}`)}`,
    })),
  );
  const inRows = prices.flatMap((_, row) =>
    ofPrice.map((field) => ({
      name: `prices.${row}.${field}`,
      label: `${t('collection.price_row', { row: row + 1 })}: ${t(`collection.price_${field}`)}`,
    })),
  );
  const fields = [
    { name: 'cid', label: t('collection.field_cid') },
    { name: 'title', label: `${localeNames.en}: ${t('collection.field_title')}` },
    ...texts,
    { name: 'prices', label: t('collection.field_prices') },
    ...inRows,
    ...namesOf(collectionFields).map((name) => ({ name, label: text(collectionFields[name].label) })),
    { name: 'owned_by', label: t('collection.field_owned_by') },
  ];
  const priceText = (price: PriceValues) => {
    const period = t('collection.price_days', { days: Number(price.subscription_period) });
    const amounts = [price.price, price.discounted_price].filter(Boolean).join(' → ');
    return `${price.currency} ${amounts} · ${period}`;
  };
  const textOf = (name: FieldOf<CollectionValues>, values: CollectionValues): string => {
    const value = valueOf(values, name);
    if (localeOf(name)) return plainText(String(value));
    switch (name) {
      case 'prices':
        return values.prices.map(priceText).join('\n');
      case 'owned_by':
        return values.owned_by.map(({ label }) => label).join(', ');
      case 'grp_idx':
        return values.grp_idx?.label ?? '';
      case 'ads_option':
        return values.ads_option && t(`collection.ads_option_${values.ads_option}`);
      default:
        return typeof value === 'boolean' ? t(value ? 'common.yes' : 'common.no') : wordFor(name, String(value));
    }
  };
  const wordFor = (name: string, value: string) => {
    const word = wordOf(collectionFields, name, value);
    return word ? text(word) : value;
  };
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name;
  return { fields, labelOf, textOf, priceText };
}
