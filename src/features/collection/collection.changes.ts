import { z } from 'zod';
import type { ChangeFields, ChangeKind, FieldsById, SetFields, ShownField } from '#kernel/changesets/kinds.ts';
import { folderOf, pathOf, thumbPath } from '#kernel/images/image-paths.rules.ts';
import { type Locale, languageTag, locales } from '#kernel/messages/locale.ts';
import { valuesIn } from '#kernel/records/record-fields.rules.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { moneyText } from '#kernel/text/money.rules.ts';
import { plainTextOf } from '#kernel/text/rich-text.ts';
import type { Context } from '#kernel/work/context.ts';
import { idxNumber, version } from '#kernel/work/fields.ts';
import { CollectionBody } from './collection.contract.ts';
import { collectionMessages } from './collection.messages.ts';
import {
  type CollectionImageKind,
  type CollectionPrice,
  type CollectionTexts,
  imageKinds,
  isRich,
  textFields,
} from './collection.rules.ts';
import { changeCollection, getCollection, lockContents, storedPrices } from './collection.service.ts';
import { type CollectionRow, findCollections, lockCollections } from './collection.store.ts';
import { collectionFields, relatedFields } from './collection-fields.rules.ts';
import { fileOfImage, findImage, findImages } from './collection-images.store.ts';
import { collectionEntity } from './collection-record.service.ts';
import { showImage } from './images/collection-images.service.ts';

/** The path of a current or former image of the collection, or its number; null leaves none. */
const image = z
  .union([z.string().max(500), idxNumber])
  .nullable()
  .optional();

/** The body of its live call, with what has calls of its own: the lock and the images. */
const CollectionChange = CollectionBody.extend({
  cid: z.string().max(200).optional(),
  version,
  lock: z.boolean().optional(),
  cover_img: image,
  thumb_img: image,
  list_img: image,
});
type CollectionChange = z.output<typeof CollectionChange>;

const textName = (locale: Locale, field: keyof CollectionTexts) => `multi_lang_data.${locale}.${field}`;
const everyText = locales.flatMap((locale) => textFields.map((field) => ({ locale, field })));
const richNames = new Set(everyText.flatMap(({ locale, field }) => (isRich(field) ? textName(locale, field) : [])));

/** What changes in a collection, apart from its contents. */
export const collectionChanges = (storage: Storage): ChangeKind<CollectionChange> => ({
  kind: 'collection',
  entity: collectionEntity,
  label: 'collection.heading',
  icon: 'collection',
  // Contents are changed between unlocking and locking.
  order: ({ lock }) => (lock === true ? 40 : 20),
  values: CollectionChange,
  namesIn: (values) => {
    const { cid: _cid, version: _version, title, multi_lang_data: texts = {}, ...others } = values;
    const given = everyText.filter(({ locale, field }) => texts[locale]?.[field] !== undefined);
    return [
      ...new Set([
        ...(title === undefined ? [] : [textName('en', 'title')]),
        ...given.map(({ locale, field }) => textName(locale, field)),
        ...Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name])),
      ]),
    ];
  },
  valuesOf: (fields) => {
    const texts: Partial<Record<Locale, Partial<CollectionTexts>>> = {};
    const others: Record<string, Json> = {};
    for (const [name, value] of Object.entries(fields)) {
      const text = everyText.find(({ locale, field }) => textName(locale, field) === name);
      if (text) texts[text.locale] = { ...texts[text.locale], [text.field]: typeof value === 'string' ? value : '' };
      else others[name] = value;
    }
    const values = CollectionChange.parse(others);
    // Texts were cleaned when they were given; an undo gives back what was stored before inputs were.
    return Object.keys(texts).length > 0 ? { ...values, multi_lang_data: texts } : values;
  },
  related: relatedFields,
  ruledOut: Object.keys(relatedFields),
  inTrail: (name) => {
    const shown = /^(.+)_img$/.exec(name)?.[1];
    // A restored version tells all images together.
    return { paths: shown === undefined ? [name.split('.')] : [[shown], ['images', shown]] };
  },
  read: readCollections,
  write: async (ctx, changes, madeAs) => {
    const after = new Map<string, ChangeFields>();
    for (const { id: cid, values, version: loaded, reason } of changes) {
      const { lock, cover_img, thumb_img, list_img, ...body } = values;
      if (Object.keys(body).length > 0 || loaded !== undefined) {
        const given = { ...body, version: loaded ?? body.version };
        after.set(cid, fieldsOf(await changeCollection(ctx, cid, given, { reason, madeAs })));
      }
      for (const [kind, wanted] of Object.entries({ cover: cover_img, thumb: thumb_img, list: list_img })) {
        if (wanted === undefined) continue;
        await setImage(ctx, cid, kind as CollectionImageKind, wanted, reason);
        after.delete(cid);
      }
      if (lock !== undefined)
        after.set(cid, fieldsOf(await lockContents(ctx, (await getCollection(ctx, cid)).cidx, lock)));
    }
    return after;
  },
  files: (fields) => imagesIn(fields).map(fileOfImage),
  describe: async (ctx, changes) => {
    const named = changes.flatMap(({ base, fields }) => [base, fields].flatMap(imagesIn));
    const images = named.length > 0 ? await findImages(ctx.db, named) : [];
    const pictures = images.map(({ img_idx, folder, file_name: name }) => {
      const href = storage.publicUrl(thumbPath(folder, 'strip'));
      return [img_idx, { href, name, open: storage.publicUrl(pathOf({ folder, file_name: name })) }] as const;
    });
    return changes.map((change) => describe(ctx, change, new Map(pictures)));
  },
});

/** The numbers of the images that fields name. */
const imagesIn = (fields: ChangeFields): number[] =>
  imageKinds.flatMap((kind) => {
    const value = fields[`${kind}_img`];
    return typeof value === 'number' ? [value] : [];
  });

async function setImage(
  ctx: Context,
  cid: string,
  kind: CollectionImageKind,
  wanted: string | number | null,
  reason: string,
): Promise<void> {
  if (typeof wanted !== 'string') return showImage(ctx, cid, kind, { imgIdx: wanted, reason });
  const { cidx } = await getCollection(ctx, cid);
  const found = await findImage(ctx.db, cidx, folderOf(wanted));
  if (found?.kind !== kind)
    throw collectionMessages.errorWith(404, 'collection.image_not_found', { field: `${kind}_img` });
  return showImage(ctx, cid, kind, { imgIdx: found.img_idx, reason });
}

async function readCollections(
  ctx: Context,
  wanted: ReadonlyMap<string, readonly string[]>,
  lock: boolean,
): Promise<FieldsById> {
  const cids = [...wanted.keys()];
  const rows = await (lock ? lockCollections : findCollections)(ctx.db, cids);
  return new Map(rows.map((row) => [row.cid, fieldsOf(row)]));
}

const fieldsOf = (row: CollectionRow): ChangeFields => ({
  ...(valuesIn(collectionFields, row) as ChangeFields),
  ...Object.fromEntries(
    everyText.map(({ locale, field }) => [textName(locale, field), row.multi_lang_data[locale]?.[field] ?? '']),
  ),
  prices: storedPrices(row.prices),
  owned_by: row.owned_by,
  lock: row.lock,
  ...Object.fromEntries(imageKinds.map((kind) => [`${kind}_img`, row.images[kind] ?? null])),
});

type Pictures = ReadonlyMap<unknown, { href: string; name: string; open: string }>;

const describe = (ctx: Context, { base, fields }: SetFields, pictures: Pictures): ShownField[] =>
  Object.entries(fields).map(([name, value]) => {
    const label = labelOf(ctx, name);
    if (!name.endsWith('_img'))
      return { label, before: textOf(ctx, name, base[name]), after: textOf(ctx, name, value) };
    const [before, after] = [base[name], value].map((named) => pictures.get(named));
    return {
      label,
      before: before?.name ?? '',
      after: after?.name ?? '',
      pictures: { before: before ? [before] : [], after: after ? [after] : [] },
    };
  });

function labelOf(ctx: Context, name: string): string {
  const [, locale, field] = name.split('.');
  if (field !== undefined) return `${ctx.text(`collection.field_${field}`)} (${locale?.toUpperCase()})`;
  // Its values are Public and Not public.
  if (name === 'is_public') return ctx.text('collection.status');
  return ctx.text(name.endsWith('_img') ? `collection.image_${name.replace('_img', '')}` : `collection.field_${name}`);
}

function textOf(ctx: Context, name: string, value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  if (name === 'prices') return (value as CollectionPrice[]).map((price) => priceText(ctx, price)).join(', ');
  if (name === 'lock' || typeof value === 'boolean') return ctx.text(value === true ? 'common.yes' : 'common.no');
  const field = Object.entries(collectionFields).find(([one]) => one === name)?.[1];
  if (field?.kind === 'choice') return ctx.text(Object.entries(field.words).find(([one]) => one === value)?.[1] ?? '');
  if (Array.isArray(value)) return String(value.length);
  if (typeof value === 'object') return '';
  return richNames.has(name) ? plainTextOf(String(value)) : String(value);
}

const priceText = ({ locale }: Context, { currency, price, discounted_price: discounted }: CollectionPrice) =>
  moneyText(languageTag(locale), discounted ?? price, currency);
