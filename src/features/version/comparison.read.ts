import {
  type CollectionImageKind,
  type CollectionPrice,
  type CollectionTexts,
  collectionFields,
  isRich,
  type TextField,
  textFields,
} from '#features/collection/collection.public.ts';
import { findImages } from '#features/collection/collection-images.public.ts';
import { type ComparedContents, readContents } from '#features/collection/collection-versions.public.ts';
import { thumbPath } from '#kernel/images/image-paths.rules.ts';
import { type Locale, languageTag, locales } from '#kernel/messages/locale.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { labelsOf, refsOf, wordOf } from '#kernel/records/record-fields.rules.ts';
import type { Records } from '#kernel/records/records.ts';
import { type Json, jsonText, type VersionChange } from '#kernel/records/version-changes.rules.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { linesOf } from '#kernel/text/rich-text.ts';
import { diffWords, isReadable, type Piece, shortened } from '#kernel/text/word-diff.rules.ts';
import type { Context } from '#kernel/work/context.ts';

/** The differences between two versions, in readable form. */
export interface Comparison {
  values: { label: string; before: string; after: string }[];
  prices: { before: CollectionPrice[]; after: CollectionPrice[] } | null;
  /** Image addresses; null where there was none. */
  images: { kind: CollectionImageKind; before: string | null; after: string | null }[];
  /** Texts word by word; texts that differ only in formatting have no words cut or added. */
  texts: { locale: Locale; field: TextField; pieces: Piece[] }[];
  contents: ComparedContents;
}

/** The differences of a collection by field, with names instead of numbers, in the reader's language. */
export async function readComparison(
  ctx: Context,
  { records, storage }: Pick<Kernel, 'records' | 'storage'>,
  changes: readonly VersionChange[],
  page = 1,
): Promise<Comparison> {
  const of = (part: string) => changes.filter(({ path }) => path[0] === part);
  const [prices] = of('prices');
  const [names, images, contents] = await Promise.all([
    findNames(ctx, records, changes),
    findPictures(ctx, storage, of('images')),
    readContents(ctx, of('contents'), page),
  ]);
  return {
    values: changes.flatMap((change) => valueOf(ctx, names, change)),
    prices: prices ? { before: asPrices(prices.before), after: asPrices(prices.after) } : null,
    images,
    texts: of('multi_lang_data').flatMap(textsOf).toSorted(asInForms),
    contents,
  };
}

const asPrices = (value: Json | undefined) => (value ?? []) as CollectionPrice[];

/** Fields that hold ids of other records, and of which kind. */
const refs: Record<string, string> = { ...refsOf(collectionFields), owned_by: 'customer' };

/** The names of the records that fields on both sides refer to; a deleted one is marked as such. */
async function findNames(ctx: Context, records: Records, changes: readonly VersionChange[]) {
  const named = changes.flatMap(({ path: [field = ''], before, after }) =>
    [before, after].flat().flatMap((id) => {
      const entity = refs[field];
      return entity && typeof id === 'number' ? [{ entity, id: String(id) }] : [];
    }),
  );
  const found = await records.lookUp(ctx, named);
  return (field: string, id: Json): string => {
    const { title = `#${jsonText(id)}`, gone = true } = found(refs[field] ?? '', jsonText(id)) ?? {};
    return gone ? ctx.text('version.gone', { name: title }) : title;
  };
}

type NameOf = Awaited<ReturnType<typeof findNames>>;

const labels: Record<string, string> = {
  ...labelsOf(collectionFields),
  owned_by: 'collection.field_owned_by',
  lock: 'collection.field_lock',
  adsOn: 'collection.advertisement',
};

function valueOf(ctx: Context, nameOf: NameOf, { path, before, after }: VersionChange): Comparison['values'] {
  const [field = ''] = path;
  const label = labels[field];
  if (label === undefined) return [];
  const text = (value: Json | undefined) => inWords(ctx, nameOf, field, value);
  return [{ label: ctx.text(label), before: text(before), after: text(after) }];
}

function inWords(ctx: Context, nameOf: NameOf, field: string, value: Json | undefined): string {
  if (Array.isArray(value) && value.length > 0) return value.map((id) => nameOf(field, id)).join(', ');
  if (value === undefined || value === null || value === '' || Array.isArray(value)) return ctx.text('common.none');
  if (typeof value === 'boolean') return ctx.text(value ? 'common.yes' : 'common.no');
  if (field in refs) return nameOf(field, value);
  if (typeof value === 'number') return new Intl.NumberFormat(languageTag(ctx.locale)).format(value);
  const word = wordOf(collectionFields, field, jsonText(value));
  return word ? ctx.text(word) : jsonText(value);
}

async function findPictures(ctx: Context, storage: Storage, changes: readonly VersionChange[]) {
  const ids = changes.flatMap(({ before, after }) => [before, after]).filter((id) => typeof id === 'number');
  const folders = new Map((await findImages(ctx.db, ids)).map(({ img_idx, folder }) => [img_idx, folder]));
  const address = (id: Json | undefined) => {
    const folder = folders.get(Number(id));
    return folder === undefined ? null : storage.publicUrl(thumbPath(folder, 'strip'));
  };
  return changes.map(({ path, before, after }) => ({
    kind: path[1] as CollectionImageKind,
    before: address(before),
    after: address(after),
  }));
}

// Unchanged stretches of a long text are shortened to this many characters around each difference.
const around = 200;

/** A language that is added or removed changes as a whole, otherwise text by text. */
function textsOf({ path, before, after }: VersionChange): Comparison['texts'] {
  const [, locale, field] = path as [string, Locale, TextField | undefined];
  if (field !== undefined) return [textOf(locale, field, jsonText(before), jsonText(after))];
  const [old, now] = [before ?? {}, after ?? {}] as Partial<CollectionTexts>[];
  return textFields
    .filter((name) => (old?.[name] ?? '') !== (now?.[name] ?? ''))
    .map((name) => textOf(locale, name, old?.[name] ?? '', now?.[name] ?? ''));
}

type ComparedText = Comparison['texts'][number];

/** By language, then by text in the order of the form. */
const asInForms = (a: ComparedText, b: ComparedText): number =>
  locales.indexOf(a.locale) - locales.indexOf(b.locale) || textFields.indexOf(a.field) - textFields.indexOf(b.field);

function textOf(locale: Locale, field: TextField, before: string, after: string): ComparedText {
  const [old, now] = isRich(field) ? [linesOf(before), linesOf(after)] : [before, after];
  const pieces = diffWords(old, now, languageTag(locale));
  if (isReadable(pieces)) return { locale, field, pieces: shortened(pieces, around) };
  const whole: Piece[] = [
    { kind: 'old', text: old },
    { kind: 'new', text: now },
  ];
  return { locale, field, pieces: whole.filter(({ text }) => text !== '') };
}
