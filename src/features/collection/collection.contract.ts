import { z } from 'zod';
import { locales } from '#kernel/messages/locale.ts';
import { bodyFields, recordFields } from '#kernel/records/record-fields.ts';
import { cleanId, cleanText, cleanTitle } from '#kernel/text/text-forms.rules.ts';
import { contract } from '#kernel/work/contract.ts';
import {
  amount,
  asMeant,
  currency,
  idx,
  idxNumber,
  inCurrency,
  results,
  Seen,
  success,
  version,
} from '#kernel/work/fields.ts';
import { isAbove, richFields, type TextField } from './collection.rules.ts';
import { collectionFields } from './collection-fields.rules.ts';

// The cid has its own rule, which says what is wrong with it.
export const CollectionParams = z.object({ cid: z.string().max(200) });
/** A language of the product; `ja` is another name of `jp`. */
export const Localized = z.preprocess((tag) => (tag === 'ja' ? 'jp' : tag), z.enum(locales));

/** The length limits of a title and of a summary, in characters. */
export const longestTitle = 200;
export const longestSummary = 4000;
const line = z
  .string()
  .overwrite(cleanTitle)
  .max(longestTitle)
  .regex(/^[^\p{Cc}]*$/u, 'invalid.characters')
  .superRefine(asMeant);
/** The length limit of a rich text, with its markup, in characters. */
export const mostRichText = 100_000;
const richText = z.string().max(mostRichText);

/** The length limit of each text, in characters. */
export const textLimits = {
  title: longestTitle,
  summary: longestSummary,
  notice: mostRichText,
  description: mostRichText,
} as const satisfies Record<TextField, number>;

/** The given texts of one language; an absent text stays as it is. */
export const TextsBody = z.strictObject({
  title: line.optional(),
  summary: z.string().overwrite(cleanText).max(longestSummary).optional(),
  notice: richText.optional(),
  description: richText.optional(),
});
export type TextsBody = z.output<typeof TextsBody>;

/** The English that each paragraph of a long text is of, in plain words, if not all of the text is done; empty where it is of none. */
export const ParagraphsBody = z.partialRecord(z.enum(richFields), z.array(z.string().max(mostRichText)).max(5000));

// In days. Longer than any contract, and the resulting dates can still be represented.
const longestPeriod = 36_500;

export const PriceBody = z
  .strictObject({
    currency,
    price: amount,
    discounted_price: z
      .union([amount, z.literal('').transform(() => null)])
      .nullable()
      .default(null),
    subscription_period: z.int().min(0).max(longestPeriod).default(0),
    display_order: z.int().min(0).max(1000).optional(),
  })
  .refine(({ price, discounted_price: discounted }) => discounted === null || !isAbove(discounted, price), {
    path: ['discounted_price'],
    message: 'collection.discount_rule',
  })
  .superRefine(inCurrency('price', 'discounted_price'));

const fields = {
  ...bodyFields(collectionFields),
  title: line.optional(),
  multi_lang_data: z.partialRecord(Localized, TextsBody).optional(),
  prices: z.array(PriceBody).max(200).optional(),
  owned_by: z.array(idxNumber).max(200).optional(),
};

/** A collection as the form sends it: an absent field stays as it is. */
export const CollectionBody = z.strictObject(fields);
export type CollectionBody = z.output<typeof CollectionBody>;

const text = z.string().nullable();
const Texts = z.object({ title: z.string(), summary: z.string(), notice: z.string(), description: z.string() });
export const Price = z.object({
  currency: z.string(),
  price: z.string(),
  discounted_price: text,
  subscription_period: z.int(),
  display_order: z.int(),
});

/** A collection without its contents; the texts of the requested language are at the top. Times in seconds. */
export type CollectionRecord = z.output<typeof CollectionRecord>;
export const CollectionRecord = z.object({
  cidx: z.int(),
  cid: z.string(),
  ...Texts.shape,
  default_title: z.string(),
  multi_lang_data: z.partialRecord(Localized, Texts),
  ...recordFields(collectionFields),
  prices: z.array(Price),
  owned_by: z.array(z.int()),
  lock: z.boolean(),
  adsOn: z.boolean(),
  /** Its place in the order of the advertised collections, from 1; null if it is not advertised. */
  ads_place: z.int().nullable(),
  cover_img: text,
  thumb_img: text,
  list_img: text,
  web_book_count: z.int(),
  mobile_book_count: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
  updated_by: text,
  version: z.int(),
});

const Saved = success.extend({ cidx: z.int(), cid: z.string(), version: z.int() });
const Named = z.object({ cidx: z.int(), cid: z.string(), title: z.string() });

// Two long texts in each of five languages.
const bodyLimit = 2 << 20;

export type CollectionApi = typeof collectionApi;
export const collectionApi = contract({
  'POST /api/v1/collection': {
    summary: 'Add a collection; cid and title are required',
    body: CollectionBody.extend({ cid: z.string().overwrite(cleanId).max(200).optional() }),
    bodyLimit,
    response: results(Saved),
  },
  'GET /api/v1/collection': {
    forPrograms: true,
    summary: 'Collections that match a search by cid, titles and label, for autocompletion; an empty search finds none',
    query: z.object({ search: z.string().trim().max(200).default('') }),
    replica: true,
    response: z.object({ results: z.object({ collections: z.array(Named) }) }),
  },
  'GET /api/v1/collection/all': {
    summary: 'Every collection by cid',
    replica: true,
    response: results(z.array(Named)),
  },
  'GET /api/v5/collection/:cid': {
    summary: 'One collection with its texts in a language, en by default; 404 if it has none in that language',
    params: CollectionParams,
    query: z.object({ language: Localized.default('en') }),
    response: results(z.object({ collection: CollectionRecord })),
  },
  'PUT /api/v5/collection/:cid': {
    summary: 'Update a collection; absent fields stay unchanged',
    params: CollectionParams,
    body: CollectionBody.extend({ cid: z.string().max(200).optional(), version }),
    bodyLimit,
    response: results(Saved),
  },
  'PUT /api/v5/collection/:cid/localize/:locale': {
    summary: 'Save the texts of one language; absent texts stay unchanged',
    params: CollectionParams.extend({ locale: Localized }),
    body: TextsBody.extend({ version, made_of: ParagraphsBody.optional() }),
    bodyLimit,
    response: results(Saved),
  },
  'PUT /api/v5/collection/lock': {
    summary: 'Lock the contents of a collection, or unlock them',
    body: z.strictObject({ cidx: idxNumber, lock: z.boolean(), version }),
    response: results(Saved),
  },
  'DELETE /api/v5/collection/:cid': {
    summary: 'Delete a collection that reaches no books and that nothing uses',
    params: CollectionParams,
    query: Seen,
    form: true,
    body: z.strictObject({ cidx: idx.optional(), version }).nullish(),
    response: results(success),
  },
});
