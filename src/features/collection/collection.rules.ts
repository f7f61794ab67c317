import { defaultLocale, type Locale } from '#kernel/messages/locale.ts';
import type { ChosenIdRule } from '#kernel/text/chosen-id.rules.ts';

export const exposedTypes = ['all', 'web', 'mobile', 'lms'] as const;
export type ExposedType = (typeof exposedTypes)[number];

/** The audiences a collection can be advertised to. */
export const adsOptions = ['public', 'members'] as const;

export const contentTypes = ['series', 'level', 'book'] as const;
export type ContentType = (typeof contentTypes)[number];

export const imageKinds = ['cover', 'thumb', 'list'] as const;
export type CollectionImageKind = (typeof imageKinds)[number];

/** The texts of a collection in one language; `notice` and `description` are rich text. */
export type CollectionTexts = {
  title: string;
  summary: string;
  notice: string;
  description: string;
};

export const textFields = ['title', 'summary', 'notice', 'description'] as const;
export type TextField = (typeof textFields)[number];
/** The rich texts, which are long. */
export const richFields = ['notice', 'description'] as const;
export type RichField = (typeof richFields)[number];
export const isRich = (field: TextField): field is RichField => field === 'notice' || field === 'description';

export type TextsByLocale = Partial<Record<Locale, CollectionTexts>>;

/** A price; amounts are decimal strings, the period is in days, 0 for unlimited. */
export type CollectionPrice = {
  currency: string;
  price: string;
  discounted_price: string | null;
  subscription_period: number;
  display_order: number;
};

/** These words follow /collection/ in addresses, as cids do. */
export const cidRule: ChosenIdRule = {
  longest: 64,
  reserved: new Set([
    'add',
    'advertisement',
    'all',
    'code',
    'contents',
    'create',
    'export',
    'lock',
    'matrix',
    'memo',
    'page',
    'search',
    'update',
    'version',
  ]),
};

/** A title and a description are required; summary and notice may stay empty. */
export const isComplete = (texts: CollectionTexts | undefined): boolean =>
  texts !== undefined && texts.title !== '' && texts.description !== '';

/** The name of a collection for staff: its English title. */
export const defaultTitle = (texts: TextsByLocale): string => texts[defaultLocale]?.title ?? '';

/** Whether the first decimal amount is above the second, compared without floats. */
export function isAbove(amount: string, limit: string): boolean {
  // Anything that is not a decimal is refused by its own rule.
  if (![amount, limit].every((text) => /^\d+(\.\d{1,4})?$/.test(text))) return false;
  const [a, b] = [amount, limit].map((text) => {
    const [whole = '0', part = ''] = text.split('.');
    return BigInt(whole + part.padEnd(4, '0'));
  });
  return (a ?? 0n) > (b ?? 0n);
}

/** The labels of the fields of a price in the audit trail. */
export const priceLabels = {
  price: 'collection.price_price',
  discounted_price: 'collection.price_discounted_price',
  currency: 'collection.price_currency',
  subscription_period: 'collection.price_subscription_period',
  display_order: 'audit.field.position',
};

/** Lists of collections, for stepping through them. */
export const collectionList = { kind: 'collection', id: 'cid' };
