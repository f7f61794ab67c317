import { AppError, type FieldProblem } from '#kernel/messages/errors.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import type { MadeAs } from '#kernel/changesets/kinds.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { changeRecord, getRecord, recordCreated, removeRecord } from '#kernel/records/change-record.ts';
import { requireSeen } from '#kernel/records/losses.ts';
import { freshValues, mapFields } from '#kernel/records/record-fields.rules.ts';
import { storeDeleted } from '#kernel/records/record-tables.ts';
import { takeFilesAway } from '#kernel/records/record-tables-files.ts';
import type { References } from '#kernel/records/references.ts';
import { requireFresh } from '#kernel/records/stale.ts';
import { problemOfId } from '#kernel/text/chosen-id.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { saveAdvertised } from './advertisement/advertised-versions.service.ts';
import { lockAdvertisedOrder, withdrawAdvertised } from './advertisement/advertisement.store.ts';
import type { CollectionBody, TextsBody } from './collection.contract.ts';
import { collectionMessages } from './collection.messages.ts';
import { type CollectionTexts, cidRule, type TextsByLocale } from './collection.rules.ts';
import {
  type CollectionRow,
  deleteCollection,
  insertCollection,
  refreshSearch,
  replaceOwners,
  replacePrices,
  updateCollection,
} from './collection.store.ts';
import { type CollectionColumns, collectionFields } from './collection-fields.rules.ts';
import { collectionLosses } from './collection-losses.read.ts';
import { collectionEntity, collectionKind, editedOf } from './collection-record.service.ts';
import { collectionTables } from './collection-tables.ts';
import { cleanTexts, inForm } from './collection-texts.service.ts';
import { makeVersion } from './collection-versions.service.ts';
import { countReached } from './contents/contents.read.ts';
import { bringAgesBack, findAges, storeOlder } from './older-texts.service.ts';
import { type Confirmed, type OlderText, replaceTexts } from './text-version.store.ts';

/** A language without any text. */
export const noTexts: CollectionTexts = { title: '', summary: '', notice: '', description: '' };

export const getCollection = (ctx: Context, key: string | number): Promise<CollectionRow> =>
  getRecord(ctx, collectionKind, key);

/** Adds a collection. It needs an English title and a cid that has never been used. */
export async function createCollection(
  ctx: Context,
  { cid = '', ...given }: CollectionBody & { cid?: string | undefined },
): Promise<CollectionRow> {
  if (given.prices?.length === 0) throw noPrices('prices');
  const body = { ...given, multi_lang_data: await cleanTexts(given.multi_lang_data ?? {}, inForm) };
  const texts = textsAfter({}, body);
  requireNamed(cid, texts);
  const columns = columnsAfter(freshValues(collectionFields), body);
  const cidx = await insertCollection(ctx, cid, columns);
  await replaceTexts(ctx, cidx, texts);
  await replacePrices(ctx.db, cidx, pricesOf(body) ?? []);
  await replaceOwners(ctx.db, cidx, ownersOf(body) ?? []);
  await refreshSearch(ctx.db, cidx);
  const row = await recordCreated(ctx, collectionKind, cid);
  await makeVersion(ctx, row);
  return row;
}

/** Writes what differs, as a new version with the reason; a save that changes nothing leaves no trace. */
export async function changeCollection(
  ctx: Context,
  key: string,
  { cid, version, ...given }: CollectionBody & { cid?: string | undefined; version?: number | undefined },
  {
    pathOf = inForm,
    reason,
    confirmed,
    madeAs: { partOf, undoes } = {},
    check,
  }: {
    pathOf?: typeof inForm;
    reason?: string;
    confirmed?: Confirmed;
    madeAs?: MadeAs;
    /** Throws if the caller may not save over the collection as it is now. */
    check?: (before: CollectionRow) => Promise<void>;
  } = {},
): Promise<CollectionRow> {
  const body = { ...given, multi_lang_data: await cleanTexts(given.multi_lang_data ?? {}, pathOf) };
  let older: OlderText[] = [];
  let act = partOf;
  const row = await changeRecord(ctx, collectionKind, key, {
    version,
    check: async (before) => {
      await check?.(before);
      if (cid !== undefined && cid !== before.cid)
        throw collectionMessages.errorWith(422, 'collection.cid_fixed', { field: 'cid' });
      // An earlier state may have had no prices.
      if (undoes === undefined) requirePrices(before, body.prices);
    },
    values: (before) => {
      const multi_lang_data = textsAfter(before.multi_lang_data, body);
      requireNamed(before.cid, multi_lang_data);
      return {
        ...columnsAfter(before, body),
        multi_lang_data,
        prices: pricesOf(body),
        owned_by: ownersOf(body),
      };
    },
    write: async (differing, before) => {
      const written = await writeCollection(ctx, before, differing, { confirmed, undoes });
      older = written.older;
      if (older.length > 0) act ??= await beginAct(ctx);
      return written.row;
    },
    reason,
    act: () => (partOf === undefined ? act : undefined),
  });
  const verIdx = await makeVersion(ctx, row, { reason });
  if (act !== undefined) await storeOlder(ctx, act, row.cid, { verIdx, older });
  return row;
}

type Edited = ReturnType<typeof editedOf>;

/**
 * Writes the differing parts of a collection to their tables, and returns it with the texts that were older than the English. Of
 * an act that is taken back, texts come back as old as they were.
 */
export async function writeCollection(
  ctx: Context,
  before: CollectionRow,
  differing: Partial<Edited>,
  { confirmed, undoes }: { confirmed?: Confirmed | undefined; undoes?: number | undefined } = {},
): Promise<{ row: CollectionRow; older: OlderText[] }> {
  const { cidx } = before;
  const { multi_lang_data: texts, prices, owned_by: owners, ...columns } = differing;
  const older = texts ? await writeTexts(ctx, before, texts, { confirmed, undoes }) : [];
  if (prices) await replacePrices(ctx.db, cidx, prices);
  if (owners) await replaceOwners(ctx.db, cidx, owners);
  const isRenamed = texts !== undefined || 'label' in columns;
  return { row: await updateCollection(ctx, cidx, columns, { isRenamed }), older };
}

async function writeTexts(
  ctx: Context,
  before: CollectionRow,
  texts: TextsByLocale,
  { confirmed, undoes }: { confirmed: Confirmed | undefined; undoes: number | undefined },
): Promise<OlderText[]> {
  if (undoes === undefined) return replaceTexts(ctx, before.cidx, texts, confirmed);
  const ages = await findAges(ctx, before, texts, undoes);
  await replaceTexts(ctx, before.cidx, texts, 'texts');
  await bringAgesBack(ctx, before.cidx, ages);
  return [];
}

/** Locks or unlocks the contents. */
export async function lockContents(
  ctx: Context,
  cidx: number,
  lock: boolean,
  version?: number,
): Promise<CollectionRow> {
  const row = await changeRecord(ctx, collectionKind, cidx, {
    version,
    values: { lock },
    write: (differing) => updateCollection(ctx, cidx, differing),
    action: lock ? 'collection.locked' : 'collection.unlocked',
  });
  await makeVersion(ctx, row);
  return row;
}

/** What deleting a collection takes. */
export type CollectionParts = Pick<Kernel, 'references' | 'storage' | 'files'>;

/** Deletes a collection that reaches no books and that nothing uses. For a day, its undo brings all of it back. */
export async function removeCollection(
  ctx: Context,
  { references, ...parts }: CollectionParts,
  cid: string,
  { cidx, version, seen }: { cidx?: number | undefined; version?: number | undefined; seen?: string | undefined } = {},
): Promise<void> {
  // Taken before the row lock, in the same order as advertising does, to avoid a deadlock.
  await lockAdvertisedOrder(ctx.db);
  const act = await beginAct(ctx);
  const remove = async (row: CollectionRow) => {
    if (cidx !== undefined && cidx !== row.cidx)
      throw collectionMessages.errorWith(409, 'collection.other_cidx', { field: 'cidx' });
    await requireFresh(ctx, {
      entity: collectionEntity,
      id: cid,
      current: row.version,
      loaded: version,
      record: collectionKind.audited(row),
    });
    await requireRemovable(ctx, references, row.cidx);
    await requireSeen(ctx, references.lossesOf(collectionEntity) ?? collectionLosses, row.cidx, seen);
    if (row.ads_place !== null) await withdrawAdvertised(ctx.db, row.cidx, row.ads_place);
    await storeDeleted(ctx.db, act, collectionTables, [row.cidx]);
    await takeFilesAway(ctx, parts, { of: act }, collectionTables);
    await references.endWith(ctx, collectionEntity, [row.cidx]);
    await deleteCollection(ctx.db, row.cidx);
    if (row.ads_place !== null) await saveAdvertised(ctx);
    return row.ads_place === null ? undefined : { ads_place: row.ads_place };
  };
  await removeRecord(ctx, collectionKind, cid, remove, { act });
}

/** Refuses to delete a collection that reaches books or is in use, with all reasons. */
async function requireRemovable(ctx: Context, references: References, cidx: number): Promise<void> {
  const { web, mobile } = await countReached(ctx, cidx);
  const { reasons, count, first } = await references.find(ctx, collectionEntity, [cidx]);
  const contents = web > 0 || mobile > 0 ? [ctx.text('collection.has_contents', { count: web })] : [];
  if (contents.length + reasons.length === 0) return;
  const details = { web, mobile, count, references: first };
  throw reasons.length === 0
    ? collectionMessages.errorWith(409, 'collection.has_contents', { details }, { count: web })
    : collectionMessages.errorWith(
        409,
        'collection.in_use',
        { details },
        { reasons: [...contents, ...reasons].join(' ') },
      );
}

function requireNamed(cid: string, texts: TextsByLocale): void {
  const problem = cid === '' ? null : problemOfId(cid, cidRule);
  const fields: Record<string, FieldProblem> = {
    ...(cid === '' && { cid: { key: 'invalid.required' } }),
    ...(problem && { cid: { key: problem === 'form' ? 'collection.cid_rule' : 'collection.cid_reserved' } }),
    ...((texts.en?.title ?? '') === '' && { title: { key: 'invalid.required' } }),
  };
  if (Object.keys(fields).length === 0) return;
  const missing = Object.values(fields).some(({ key }) => key === 'invalid.required');
  throw missing
    ? collectionMessages.errorWith(400, 'collection.required', { fields })
    : new AppError(400, 'invalid.input', undefined, { fields });
}

/** The texts after a save: given texts replace stored ones, field by field; a bare title is the English one. */
function textsAfter(before: TextsByLocale, { title, multi_lang_data: given = {} }: CollectionBody): TextsByLocale {
  const texts: TextsByLocale = { ...before };
  const all = title === undefined ? given : { ...given, en: { ...given.en, title } };
  for (const [locale, one] of Object.entries(all) as [Locale, TextsBody][]) {
    const wanted = { ...(texts[locale] ?? noTexts), ...defined(one) };
    // A language without any text does not exist for the collection.
    if (Object.values(wanted).every((text) => text === '')) delete texts[locale];
    else texts[locale] = wanted;
  }
  return texts;
}

/** Drops absent fields. */
const defined = (texts: TextsBody): Partial<CollectionTexts> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));

/** The plain fields after a save; fields that another one rules out are cleared. */
export function columnsAfter(before: CollectionColumns, body: Partial<CollectionColumns>): CollectionColumns {
  const columns: CollectionColumns = mapFields(collectionFields, (_, name) =>
    body[name] === undefined ? before[name] : body[name],
  );
  if (columns.exposed_type !== 'lms') columns.label = null;
  if (!columns.laura_support) Object.assign(columns, { laura_only: false, laura_book_monthly_quota: 0 });
  return columns;
}

const noPrices = (field: string) => collectionMessages.errorWith(422, 'collection.price_last', { field });

/** The table of prices keeps at least one row. A collection that has none may stay without. */
export function requirePrices(
  { prices: before }: Pick<CollectionRow, 'prices'>,
  prices: readonly unknown[] | undefined,
  field = 'prices',
): void {
  if (prices?.length === 0 && before.length > 0) throw noPrices(field);
}

/** The prices in order, numbered from 1. */
function pricesOf({ prices }: CollectionBody) {
  if (!prices) return undefined;
  const place = (index: number) => prices[index]?.display_order ?? index + 1;
  return prices
    .map((price, index) => ({ price, place: place(index), index }))
    .toSorted((a, b) => a.place - b.place || a.index - b.index)
    .map(({ price }, index) => ({ ...price, display_order: index + 1 }));
}

/** Prices as stored: sorted and numbered, in whatever order they come. */
export const storedPrices = (prices: NonNullable<CollectionBody['prices']>) => pricesOf({ prices }) ?? [];

const ownersOf = ({ owned_by: owners }: CollectionBody) => owners && [...new Set(owners)].toSorted((a, b) => a - b);
