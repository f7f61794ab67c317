import { readinessStates, requirementKeys } from '#features/readiness/readiness-rules.public.ts';
import { locales } from '#kernel/messages/locale.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { filledPath, queryText, type Query } from './changes.rules.ts';
import { readCall, type ToolParts } from './tool.ts';

/** How ready a record is for readers, of kinds that have something to be ready; undefined for the others. */
export async function readinessOf(parts: ToolParts, kind: string, record: unknown, id: string): Promise<unknown> {
  const { results } = Object(record);
  if (kind === 'book') return bookReadiness(parts, id);
  if (kind === 'levels_of_series') return booksReadiness(parts, { series: id });
  if (kind === 'collection') return collectionReadiness(parts, Object(Object(results).collection));
  if (kind === 'event') return eventReadiness(parts, Object(results));
  return undefined;
}

/** A book's row of the report of all books, which shows what it lacks. */
async function bookReadiness(parts: ToolParts, bid: string): Promise<unknown> {
  const found = await readCall(parts, `/api/v1/report/all-books${queryText({ search_val: bid, page: 1, size: 50 })}`);
  const rows: unknown = Object(found).results;
  return (Array.isArray(rows) ? rows : []).find((row) => Object(row).bid === bid) ?? null;
}

/** How many books that match are ready, nearly and not, and how many lack what. */
async function booksReadiness(parts: ToolParts, filter: Query) {
  const countOf = async (more: Query): Promise<number> =>
    Number(
      Object(await readCall(parts, `/api/v1/report/all-books${queryText({ ...filter, ...more, size: 1 })}`)).total,
    );
  const counted = async (name: string, keys: readonly string[]) =>
    Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await countOf({ [name]: key })] as const)));
  return {
    books: await countOf({}),
    ...(await counted('readiness', readinessStates)),
    lacks: await counted('missing', requirementKeys),
  };
}

/** Whether readers see a collection, what it holds, and what it lacks: images, prices, and texts by language. */
async function collectionReadiness(parts: ToolParts, record: Record<string, unknown>) {
  const { cid, is_public: isPublic, prices, multi_lang_data: texts } = record;
  const state = await readCall(parts, filledPath('/api/v5/collection/:cid/contents/state', { cid: String(cid) }));
  const { counts, totals } = Object(Object(state).results);
  const images = ['cover_img', 'thumb_img', 'list_img'].filter((name) => !record[name]);
  const languages = locales.filter((locale) => !Object(Object(texts)[locale]).title).map((locale) => `texts_${locale}`);
  const isFree = Array.isArray(prices) && prices.length === 0;
  return {
    public: isPublic === 'O',
    counts,
    contents: totals,
    lacks: [...images, ...(isFree ? ['prices'] : []), ...languages],
  };
}

/** Whether learners can take part in an event now, how many places are left, and how ready its collection is. */
async function eventReadiness(parts: ToolParts, event: Record<string, unknown>) {
  const { cid, paused, until, from, participants, participant_limit: limit } = event;
  const now = inSeconds(await parts.read(async (ctx) => ctx.now));
  const left = Number(limit) > 0 ? Number(limit) - Number(participants) : null;
  const isOn = Number(from) <= now && (Number(until) === 0 || now < Number(until));
  const collection = await readCall(parts, filledPath('/api/v5/collection/:cid', { cid: String(cid) }));
  return {
    open: isOn && paused !== true && left !== 0,
    places_left: left,
    collection: await collectionReadiness(parts, Object(Object(Object(collection).results).collection)),
  };
}
