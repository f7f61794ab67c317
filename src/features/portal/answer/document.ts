import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { newestChange, type WatchedLists, watchedLists } from '#kernel/changes/newest-change.ts';
import type { Context } from '#kernel/context.ts';
import { builtOnce } from '#kernel/db/built-once.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { AppError } from '#kernel/errors.ts';
import type { KeptSettings, PortalSettings } from '../portal.settings.ts';
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts';
import type { Sources } from './sources.ts';

/** What one address of the portal answers. */
export interface Document {
  /** A statement that answers the JSON text as `body`, in one row; in none where there is nothing to be had. */
  text: RawBuilder<unknown>;
  /** The changes it can differ after. */
  sources: Sources;
}

interface Asked {
  settings: KeptSettings;
  kept: KeptAnswers;
  ctx: Context;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Sends a document, or 304 if the caller has it already. The tag is a hash of the text itself, which the database makes
 * from the rows that readers may see: it changes with whatever they would see differently and with nothing else. What was
 * answered before is sent again where the change feed says that nothing it is made of has changed since; else, for a
 * caller who has a tag, the database answers the hash alone.
 */
export async function sendDocument(asked: Asked, document: Document): Promise<FastifyReply> {
  const { settings, ctx, request, reply } = asked;
  const caching = cachingOf(await settings.of(ctx));
  const known = await findKept(asked, document);
  if (isConditional(request)) {
    const answer = known ?? (await readTag(asked, document));
    if (isCurrent(request, answer))
      return reply
        .code(304)
        .headers({ ...caching, ...headersOf(answer) })
        .send();
  }
  const answer = known?.body === undefined ? await readText(asked, document) : known;
  return reply
    .headers({ ...caching, ...headersOf(answer) })
    .type('application/json; charset=utf-8')
    .send(answer.body);
}

/** Where the change feed stands for a document. */
interface Place {
  place: string;
  /** When any of its sources last changed, in seconds; null where the feed is empty. */
  changed: number | null;
  /** Whether nothing more can bear that second. Else the time is an earlier one, and proves nothing. */
  settled: boolean;
}

type Answer = KeptAnswer & Omit<Place, 'place'>;

// The present second is not over, and what was numbered in the two before it may still be committing.
const open = sql`(date_trunc('second', clock_timestamp()) - interval '2 seconds')`;

const placeOf = (watched: WatchedLists) => sql<Place>`
  select place,
    case when numbered_at is not null
      then ${secondsOf(sql`least(numbered_at, ${open} - interval '1 second')`)} end as changed,
    coalesce(numbered_at < ${open}, false) as settled
  from (${newestChange(watched)}) newest`;

const placesOf = builtOnce(['kinds', 'recordKinds', 'recordIds'], (db, watched: WatchedLists) => ({
  compile: () => placeOf(watched).compile(db),
}));

/** What is kept of the document, if it still holds. The feed is asked only where there is something. */
async function findKept({ kept, ctx, request }: Asked, document: Document): Promise<Answer | undefined> {
  if (!kept.has(request.url)) return undefined;
  const [now] = await placesOf(ctx.db, watchedLists(document.sources));
  const found = now && kept.find(request.url, now.place);
  return found && { ...found, changed: now.changed, settled: now.settled };
}

const readTag = (asked: Asked, document: Document): Promise<Answer> =>
  readKept(asked, document, sql`md5(body) as tag`, ({ tag = '' }) => ({ tag }));

const readText = (asked: Asked, document: Document): Promise<Answer> =>
  readKept(asked, document, sql`body`, ({ body = '' }) => ({ tag: hash('md5', body), body }));

// The place is read with the text, in one snapshot: what changes between two statements would be kept as unchanged.
async function readKept(
  { ctx, kept, request }: Asked,
  document: Document,
  what: RawBuilder<unknown>,
  answerOf: (row: Partial<KeptAnswer>) => KeptAnswer,
): Promise<Answer> {
  const { rows } = await sql<Partial<KeptAnswer> & Place>`
    select ${what}, feed.* from (${document.text}) document, (${placeOf(watchedLists(document.sources))}) feed`.execute(
    ctx.db,
  );
  const [row] = rows;
  if (!row) throw new AppError(404, 'error.not_found');
  const { place, changed, settled } = row;
  const answer = answerOf(row);
  kept.keep(request.url, place, answer);
  return { ...answer, changed, settled };
}

const headersOf = ({ tag, changed }: Answer) => ({
  etag: `W/"${tag}"`,
  ...(changed !== null && { 'last-modified': timeOf(changed) }),
});

const timeOf = (seconds: number) => new Date(seconds * 1000).toUTCString();

const isConditional = ({ headers }: FastifyRequest) =>
  headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;

/**
 * As RFC 9110 has it: where there are tags the time does not count. A time counts only if it is the very one that was
 * sent: after a clock was put back, earlier times are no longer older.
 */
function isCurrent({ headers }: FastifyRequest, { tag, changed, settled }: Answer): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.trim() === '*' || tags.split(',').some((one) => tagIn(one) === tag);
  return settled && changed !== null && Date.parse(headers['if-modified-since'] ?? '') === changed * 1000;
}

// Some proxies mark the tags of what they compress: "…-gzip".
const tagIn = (text: string) => /^\s*(?:W\/)?"(\w+)(?:-\w+)?"\s*$/.exec(text)?.[1];

/**
 * Any cache may keep an answer and must ask before it uses it again, unless staff allow some seconds. `Vary` names the key,
 * so that no cache answers somebody without one; see access.
 */
const cachingOf = ({ cacheSeconds }: PortalSettings) => ({
  'cache-control': `public, max-age=0${cacheSeconds > 0 ? `, s-maxage=${cacheSeconds}` : ''}, must-revalidate`,
});
