import { sql } from 'kysely';
import { z } from 'zod';
import { lockBookOf } from '#features/book/book-record.public.ts';
import { bookMessages } from '#features/book/book-words.public.ts';
import type { ChangeFields, ChangeKind, FieldsById, SetFields, ShownField } from '#kernel/changesets/kinds.ts';
import { lockByKey } from '#kernel/db/lock-by-key.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import { putBack } from '#kernel/storage/set-aside.ts';
import { sizeFormat, sizeText } from '#kernel/text/size-text.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { takeEarlyCheck } from './check/epub-check.service.ts';
import { type EarlyState, findEarlyStates } from './check/epub-check.store.ts';
import { removeContent, setContent } from './files/content.service.ts';
import { findReferencedKeys, listContents, type StoredContent } from './files/content.store.ts';
import { keysOf } from './files/content-files.service.ts';
import { type ContentKind, contentKey, contentKinds } from './files/content-keys.rules.ts';
import { findUnused, findUnusedKeys } from './files/unused-content.store.ts';

const file = (kind: ContentKind) => z.string().regex(contentKey[kind]).nullable().optional();

/** Files by the keys that the calls that upload them answer; null for none. */
const FilesChange = z.strictObject({ epub: file('epub'), zip: file('zip') });
type FilesChange = z.output<typeof FilesChange>;

/** A file as changes name it: what it is called and how large it is, also once it is gone. */
const NamedFile = z.object({ file: z.string(), name: z.string(), size: z.number(), entries: z.number() });
type NamedFile = z.output<typeof NamedFile>;

const fileIn = (fields: ChangeFields, kind: ContentKind): NamedFile | undefined =>
  NamedFile.safeParse(fields[kind]).data;

/** The EPUB and the content zip of a book, as sets of changes set them. */
export const contentChanges = (
  kernel: Pick<Kernel, 'storage' | 'files' | 'jobs' | 'work'>,
): ChangeKind<FilesChange> => ({
  kind: 'files',
  entity: 'book',
  label: 'book.content',
  icon: 'book',
  // After the fields of books, of which files set some.
  order: () => 20,
  values: FilesChange,
  namesIn: (values) => contentKinds.filter((kind) => values[kind] !== undefined),
  valuesOf: (fields) =>
    Object.fromEntries(
      contentKinds
        .filter((kind) => fields[kind] !== undefined)
        .map((kind) => [kind, fileIn(fields, kind)?.file ?? null]),
    ),
  read: readFiles,
  write: async (ctx, changes) => {
    for (const { id, values } of changes)
      for (const kind of contentKinds) {
        const key = values[kind];
        if (key !== undefined) await giveFile(ctx, kernel, { bid: id, kind, key });
      }
  },
  files: (fields) => contentKinds.flatMap((kind) => fileIn(fields, kind)?.file ?? []),
  // Each file is given or taken by an act with its own undo.
  isByAct: () => true,
  describe: async (ctx, changes) => {
    const named = changes.flatMap(({ base, fields }) =>
      contentKinds.flatMap((kind) => [base, fields].flatMap((side) => fileIn(side, kind)?.file ?? [])),
    );
    const [states, used, unused] = await Promise.all([
      findEarlyStates(ctx.db, named),
      findReferencedKeys(ctx.db, named),
      findUnusedKeys(ctx.db, named),
    ]);
    const stored = new Set([...used, ...unused]);
    return changes.map((change) => describe(ctx, change, { states, stored }));
  },
});

async function readFiles(
  ctx: Context,
  wanted: ReadonlyMap<string, readonly string[]>,
  lock: boolean,
): Promise<FieldsById> {
  const bids = [...wanted.keys()];
  if (lock) await lockByKey(ctx.db, { table: 'book', key: 'bid', order: 'bidx' }, bids);
  const { rows } = await sql<{ bid: string; files: Record<string, Json> }>`
    select b.bid, coalesce(jsonb_object_agg(f.kind, jsonb_build_object(
      'file', f.file_key, 'name', f.file_name, 'size', f.size, 'entries', f.entries)) filter (where f.kind is not null), '{}') as files
    from book b left join book_content f using (bidx) where b.bid = any(${bids}::text[]) group by b.bidx`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ bid, files }) => [bid, { epub: null, zip: null, ...files }]));
}

/** Gives a book a file that is kept, or takes the one that it has. */
async function giveFile(
  ctx: Context,
  kernel: Pick<Kernel, 'storage' | 'files' | 'jobs' | 'work'>,
  { bid, kind, key }: { bid: string; kind: ContentKind; key: string | null },
): Promise<void> {
  const { bidx } = await lockBookOf(ctx, bid);
  const has = (await listContents(ctx.db, bidx)).find((row) => row.kind === kind)?.file_key ?? null;
  if (has === key) return;
  if (key === null) return removeContent(ctx, kernel, bid, kind);
  await setContent(ctx, kernel, bid, await findStored(ctx, kernel, kind, key));
  if (kind === 'epub') await takeEarlyCheck(ctx, kernel, bid, key);
}

/** A file that is kept, at its address. */
async function findStored(
  ctx: Context,
  { storage }: Pick<Kernel, 'storage'>,
  kind: ContentKind,
  key: string,
): Promise<StoredContent> {
  const row = await findUnused(ctx.db, key);
  const keys = row ? keysOf(row) : [key];
  if (row?.kind !== kind || (await putBack(ctx, storage, keys)).length < keys.length)
    throw bookMessages.errorWith(404, 'book.content_not_uploaded', { field: `values.${kind}` });
  return row;
}

function describe(
  ctx: Context,
  { id, base, fields }: SetFields,
  { states, stored }: { states: ReadonlyMap<string, EarlyState>; stored: ReadonlySet<string> },
): ShownField[] {
  const format = new Intl.NumberFormat(languageTag(ctx.locale), sizeFormat);
  const text = (named: NamedFile | undefined) =>
    named ? ctx.text('book.content_named', { ...named, size: sizeText(format, named.size), count: named.entries }) : '';
  return contentKinds.flatMap((kind) => {
    if (fields[kind] === undefined) return [];
    const [before, after] = [fileIn(base, kind), fileIn(fields, kind)];
    const state = after && states.get(after.file);
    const href = ({ file: key }: NamedFile) =>
      `/api/v1/book/${encodeURIComponent(id)}/${kind}?file=${encodeURIComponent(key)}`;
    const shown = (named: NamedFile | undefined) =>
      named && stored.has(named.file) ? [{ href: href(named), name: named.name }] : [];
    return [
      {
        field: kind,
        label: ctx.text(`book.content_${kind}`),
        before: text(before),
        after: [text(after), ...(state ? [ctx.text(`book.epub.${state}`)] : [])].join(' · '),
        ...(after && { href: href(after) }),
        files: { before: shown(before), after: shown(after) },
      },
    ];
  });
}
