import { type Locale, locales } from '#kernel/messages/locale.ts';
import { type Choice, valueOf } from '#ui/form/record-values.rules.ts';
import type { CollectionBody, CollectionRecord } from '../collection.contract.ts';
import {
  type AdsOption,
  type CollectionTexts,
  type ExposedType,
  isComplete,
  type TextsByLocale,
  textFields,
} from '../collection.rules.ts';

/** The fields of a collection that the form edits. */
export type EditedCollection = Pick<
  CollectionRecord,
  | 'cid'
  | 'version'
  | 'multi_lang_data'
  | 'is_public'
  | 'exposed_type'
  | 'label'
  | 'prices'
  | 'owned_by'
  | 'grp_idx'
  | 'cefr_level'
  | 'laura_support'
  | 'laura_only'
  | 'laura_book_monthly_quota'
  | 'ads_option'
>;

/** The names of the customers and target groups that the collection refers to. */
export interface CollectionNames {
  customers: readonly Choice[];
  groups: readonly Choice[];
}

/** A price as typed. */
export type PriceValues = Record<'currency' | 'price' | 'discounted_price' | 'subscription_period', string>;

/** The values of the form's fields. */
export type CollectionValues = {
  cid: string;
  multi_lang_data: Record<Locale, CollectionTexts & Record<string, string>>;
  prices: PriceValues[];
  is_public: 'O' | 'X';
  cefr_level: string;
  grp_idx: Choice | null;
  exposed_type: ExposedType;
  label: string;
  ads_option: AdsOption | '';
  laura_support: boolean;
  laura_only: boolean;
  laura_book_monthly_quota: string;
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
export function valuesOf(
  collection: EditedCollection | null,
  names: CollectionNames = { customers: [], groups: [] },
): CollectionValues {
  const named = (choices: readonly Choice[], key: number): Choice =>
    choices.find(({ value }) => value === String(key)) ?? { value: String(key), label: String(key) };
  const group = collection?.grp_idx ?? null;
  return {
    cid: collection?.cid ?? '',
    multi_lang_data: allTexts(collection?.multi_lang_data ?? {}),
    prices: collection && collection.prices.length > 0 ? collection.prices.map(typedPrice) : [freshPrice()],
    is_public: collection?.is_public ?? 'X',
    cefr_level: collection?.cefr_level ?? '',
    grp_idx: group === null ? null : named(names.groups, group),
    exposed_type: collection?.exposed_type ?? 'all',
    label: collection?.label ?? '',
    ads_option: collection?.ads_option ?? '',
    laura_support: collection?.laura_support ?? false,
    laura_only: collection?.laura_only ?? false,
    laura_book_monthly_quota: String(collection?.laura_book_monthly_quota ?? 0),
    owned_by: inOrder((collection?.owned_by ?? []).map((key) => named(names.customers, key))),
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
    ...(has('is_public') && { is_public: values.is_public }),
    ...(has('cefr_level') && { cefr_level: values.cefr_level || null }),
    ...(has('grp_idx') && { grp_idx: values.grp_idx && Number(values.grp_idx.value) }),
    ...(has('exposed_type') && { exposed_type: values.exposed_type }),
    ...(has('label') && { label: values.label || null }),
    ...(has('ads_option') && { ads_option: values.ads_option || null }),
    ...(has('laura_support') && { laura_support: values.laura_support }),
    ...(has('laura_only') && { laura_only: values.laura_only }),
    ...(has('laura_book_monthly_quota') && { laura_book_monthly_quota: wholeNumber(values.laura_book_monthly_quota) }),
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

// Anything else is left for the server to refuse, at its field.
const wholeNumber = (text: string): number => (text.trim() === '' ? 0 : Number(text));
