import { z } from 'zod';
import { bookMessages } from '#features/book/book-words.public.ts';
import type { ChangeFields, ChangeKind, FieldsById, SetFields, ShownField } from '#kernel/changesets/kinds.ts';
import { folderOf, pathOf, thumbPath } from '#kernel/images/image-paths.rules.ts';
import { joinedOrder } from '#kernel/records/sequence.rules.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { imagePrefix, maxPreviews } from './book-images.rules.ts';
import { restoreImages } from './image-undo.service.ts';
import { findImagesOf, lockBooks } from './images.store.ts';

const path = z.string().max(512).startsWith(imagePrefix);

/** By their paths, as the calls that upload them answer: a cover or null for none, and all previews in their order. */
const ImagesChange = z.strictObject({
  cover: path.nullable().optional(),
  preview: z.array(path).max(maxPreviews).optional(),
});
type ImagesChange = z.output<typeof ImagesChange>;

const coverOf = ({ cover }: ChangeFields) => (typeof cover === 'string' ? [cover] : []);
const previewsOf = ({ preview = [] }: ChangeFields) => preview as string[];

/** The cover and the previews of a book, as sets of changes set them. */
export const imageChanges = (storage: Storage): ChangeKind<ImagesChange> => ({
  kind: 'images',
  entity: 'book',
  label: 'book.images',
  icon: 'book',
  // After the fields of books.
  order: () => 20,
  values: ImagesChange,
  namesIn: (values) => Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  valuesOf: (fields) => {
    // Those that somebody added since come on top.
    if (previewsOf(fields).length > maxPreviews)
      throw bookMessages.error(422, 'book.too_many_previews', { limit: maxPreviews });
    return ImagesChange.parse(fields);
  },
  read: readImages,
  write: async (ctx, changes, { undoes }) => {
    for (const { id, values } of changes)
      await restoreImages(ctx, storage, id, withoutDoubles(values), undoes === undefined ? missing : undefined);
  },
  files: (fields) => [...coverOf(fields), ...previewsOf(fields)].map(folderOf),
  fit: (wanted, now, base) => ({
    ...wanted,
    ...(wanted['preview'] !== undefined && { preview: fitted(previewsOf(wanted), previewsOf(now), previewsOf(base)) }),
  }),
  join: (earlier, base, fields) => ({
    ...fields,
    ...(earlier['preview'] !== undefined &&
      fields['preview'] !== undefined && {
        preview: joinedOrder(previewsOf(earlier), previewsOf(base), previewsOf(fields)),
      }),
  }),
  describe: async (ctx, changes) => changes.map((change) => describe(ctx, storage, change)),
});

const missing = () => bookMessages.errorWith(404, 'book.image_not_found', { field: 'values' });

const withoutDoubles = ({ preview, ...values }: ImagesChange) => ({
  ...values,
  ...(preview && { preview: [...new Set(preview)] }),
});

/** Previews that somebody added since stay, and those that somebody deleted since stay away. */
function fitted(wanted: readonly string[], now: readonly string[], base: readonly string[]): string[] {
  const [had, has] = [new Set(base), new Set(now)];
  return [
    ...new Set([...wanted.filter((one) => !had.has(one) || has.has(one)), ...now.filter((one) => !had.has(one))]),
  ];
}

async function readImages(
  ctx: Context,
  wanted: ReadonlyMap<string, readonly string[]>,
  lock: boolean,
): Promise<FieldsById> {
  const bids = [...wanted.keys()];
  if (lock) await lockBooks(ctx.db, bids);
  const found = await findImagesOf(ctx.db, bids);
  return new Map(
    found.map(({ bid, images }) => {
      const paths = (kind: string) => images.filter((image) => image.kind === kind).map(pathOf);
      return [bid, { cover: paths('cover')[0] ?? null, preview: paths('preview') }];
    }),
  );
}

const sides = { cover: coverOf, preview: previewsOf } as const;

function describe(ctx: Context, storage: Storage, { base, fields }: SetFields): ShownField[] {
  const shown = (one: string) => ({
    href: storage.publicUrl(thumbPath(folderOf(one), 'strip')),
    name: fileName(one),
    open: storage.publicUrl(one),
  });
  return (['cover', 'preview'] as const).flatMap((name) => {
    if (fields[name] === undefined) return [];
    const [before, after] = [base, fields].map((side) => sides[name](side).map(shown));
    const texts = (pictures: typeof before) => (pictures ?? []).map((picture) => picture.name).join(', ');
    return [
      {
        field: name,
        label: ctx.text(name === 'cover' ? 'book.cover' : 'book.previews'),
        before: texts(before),
        after: texts(after),
        pictures: { before: before ?? [], after: after ?? [] },
      },
    ];
  });
}

const fileName = (one: string): string => one.slice(one.lastIndexOf('/') + 1);
