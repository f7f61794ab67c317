import { type Locale, locales } from '#kernel/messages/locale.ts';
import {
  bodyFieldsOf,
  type ChoicesByField,
  choiceOf,
  type FormValues,
  formValues,
  wholeNumber,
} from '#ui/form/field-values.rules.ts';
import { type Choice, valueOf } from '#ui/form/record-values.rules.ts';
import type { CollectionBody, CollectionRecord } from '../collection.contract.ts';
import { type CollectionTexts, isComplete, type TextsByLocale, textFields } from '../collection.rules.ts';
import { type CollectionColumns, collectionFields } from '../collection-fields.rules.ts';

/** What the form edits of a collection. */
export type EditedCollection = CollectionColumns &
  Pick<CollectionRecord, 'cid' | 'version' | 'multi_lang_data' | 'prices' | 'owned_by'>;

/** A price as typed. */
export type PriceValues = Record<'currency' | 'price' | 'discounted_price' | 'subscription_period', string>;

/** The values of the form's fields. */
export type CollectionValues = FormValues<typeof collectionFields> & {
  cid: string;
  multi_lang_data: Record<Locale, CollectionTexts & Record<string, string>>;
  prices: PriceValues[];
  owned_by: Choice[];
};

const noTexts: CollectionTexts = { title: '', summary: '', notice: '', description: '' };

/** A new price, in the currency of the one before it. */
export const freshPrice = (currency = 'KRW'): PriceValues => ({
  currency,
  price: '',
  discounted_price: '',
  subscription_period: '0',
});

/** The initial values of the form. Without prices there is one empty row, since the table keeps at least one. */
export function valuesOf(collection: EditedCollection | null, choices: ChoicesByField = {}): CollectionValues {
  return {
    cid: collection?.cid ?? '',
    multi_lang_data: allTexts(collection?.multi_lang_data ?? {}),
    prices: collection && collection.prices.length > 0 ? collection.prices.map(typedPrice) : [freshPrice()],
    ...formValues(collectionFields, collection, choices),
    owned_by: inOrder((collection?.owned_by ?? []).map((key) => choiceOf(choices['owned_by'], key))),
  };
}

/** Owners sorted by name, so that the order of choosing does not count as a change. */
export const inOrder = (choices: readonly Choice[]): Choice[] =>
  choices.toSorted((a, b) => (a.label === b.label ? 0 : a.label < b.label ? -1 : 1));

const allTexts = (texts: TextsByLocale) =>
  Object.fromEntries(
    locales.map((locale) => [locale, { ...noTexts, ...texts[locale] }]),
  ) as CollectionValues['multi_lang_data'];

export const typedPrice = (price: EditedCollection['prices'][number]): PriceValues => ({
  currency: price.currency,
  price: price.price,
  discounted_price: price.discounted_price ?? '',
  subscription_period: String(price.subscription_period),
});

/** How complete the texts of a language are. */
type TextState = 'complete' | 'begun' | 'empty';

export function textState(texts: CollectionTexts): TextState {
  if (isComplete({ ...texts, title: texts.title.trim() })) return 'complete';
  return textFields.some((field) => texts[field].trim() !== '') ? 'begun' : 'empty';
}

/** The language that a field of the form belongs to; undefined if the field is for all languages. */
export function localeOf(field: string): Locale | undefined {
  const [group, locale] = field === 'title' ? ['multi_lang_data', 'en'] : field.split('.');
  return group === 'multi_lang_data' ? locales.find((one) => one === locale) : undefined;
}

/** The body that saves these fields. */
export function bodyOf(values: CollectionValues, changed: readonly string[]): CollectionBody {
  const has = (name: string) => changed.includes(name);
  return {
    ...(changed.some((name) => localeOf(name)) && { multi_lang_data: textsIn(values, changed) }),
    ...(has('prices') && { prices: pricesIn(values.prices) }),
    ...bodyFieldsOf(collectionFields, values, changed),
    ...(has('owned_by') && { owned_by: values.owned_by.map(({ value }) => Number(value)) }),
  };
}

/** The body of a new collection. Without a price it has no table of prices yet. */
export function newBodyOf(values: CollectionValues, changed: readonly string[]): CollectionBody & { cid: string } {
  const { prices, ...body } = bodyOf(values, changed);
  return { ...body, ...(prices && prices.length > 0 && { prices }), cid: values.cid.trim() };
}

/** Only the changed texts, by language. */
function textsIn(values: CollectionValues, changed: readonly string[]): CollectionBody['multi_lang_data'] {
  const texts: Partial<Record<Locale, Record<string, string>>> = {};
  for (const field of changed) {
    const locale = localeOf(field);
    const name = field.split('.')[2];
    if (locale && name) texts[locale] = { ...texts[locale], [name]: String(valueOf(values, field)) };
  }
  return texts;
}

/** The rows as prices; a single empty row means no prices. */
export function pricesIn(rows: readonly PriceValues[]): NonNullable<CollectionBody['prices']> {
  const [first] = rows;
  if (rows.length === 1 && first && first.price.trim() === '' && first.discounted_price.trim() === '') return [];
  return rows.map((row) => ({
    currency: row.currency,
    price: row.price.trim(),
    discounted_price: row.discounted_price.trim() || null,
    subscription_period: wholeNumber(row.subscription_period),
  }));
}
