import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { AppError } from '#kernel/errors.ts';
import type { KeptSettings, PortalSettings } from '../portal.settings.ts';
import { findPlace, type Head, type Heads, type Place, placeOf } from './feed-place.ts';
import type { Answer, KeptAnswer, KeptAnswers } from './kept-answers.ts';
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
  heads: Heads;
  ctx: Context;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Asked for only where what is kept does not do. */
  document: () => Document;
}

/**
 * Sends a document, or 304 if the caller has it already. The tag is a hash of the text itself, which the database makes
 * from the rows that readers may see: it changes with whatever they would see differently and with nothing else. What was
 * answered before is sent again where the change feed says that nothing it is made of has changed since; else, for a
 * caller who has a tag, the database answers the hash alone.
 */
export async function sendDocument(asked: Asked): Promise<FastifyReply> {
  const { settings, ctx, request, reply } = asked;
  const caching = cachingOf(await settings.of(ctx));
  const known = await findKept(asked);
  if (isConditional(request)) {
    const answer = known ?? (await readTag(asked));
    if (isCurrent(request, answer))
      return reply
        .code(304)
        .headers({ ...caching, ...headersOf(answer) })
        .send();
  }
  const answer = known?.body === undefined ? await readText(asked) : known;
  return reply
    .headers({ ...caching, ...headersOf(answer) })
    .type('application/json; charset=utf-8')
    .send(answer.body);
}

/** What is kept of the document, if it still holds. The feed is asked only where there is something. */
async function findKept({ kept, heads, ctx, request, document }: Asked): Promise<TimedAnswer | undefined> {
  const found = kept.find(request.url);
  if (!found) return undefined;
  const now = await heads.now(ctx.db);
  if (now?.head === found.head) return timed(found, now);
  const place = await findPlace(ctx.db, document().sources);
  if (place?.place !== found.place) return undefined;
  // What has changed since is no part of it: until the next change nobody need ask again.
  Object.assign(found, { head: place.head, numbered: place.numbered });
  return timed(found, place);
}

const readTag = (asked: Asked): Promise<TimedAnswer> =>
  readKept(asked, sql`md5(body) as tag`, ({ tag = '' }) => ({ tag }));

const readText = (asked: Asked): Promise<TimedAnswer> =>
  readKept(asked, sql`body`, ({ body = '' }) => ({ tag: hash('md5', body), body }));

// The place is read with the text, in one snapshot: what changes between two statements would be kept as unchanged.
async function readKept(
  { ctx, kept, request, document }: Asked,
  what: RawBuilder<unknown>,
  answerOf: (row: Partial<Answer>) => Answer,
): Promise<TimedAnswer> {
  const { text, sources } = document();
  const { rows } = await sql<Partial<Answer> & Place>`
    select ${what}, feed.* from (${text}) document, (${placeOf(sources)}) feed`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new AppError(404, 'error.not_found');
  const { place, head, numbered } = row;
  const answer = { ...answerOf(row), place, head, numbered };
  kept.keep(request.url, answer);
  return timed(answer, row);
}

/** An answer and when it last changed. */
interface TimedAnswer extends Answer {
  /** Seconds; null where the feed is empty. */
  changed: number | null;
  /** Whether nothing more can bear that second. Else the time is an earlier one, and proves nothing. */
  settled: boolean;
}

const timed = ({ tag, body, numbered }: KeptAnswer, { open }: Head): TimedAnswer => ({
  tag,
  ...(body !== undefined && { body }),
  changed: numbered === null ? null : Math.min(numbered, open - 1),
  settled: numbered !== null && numbered < open,
});

const headersOf = ({ tag, changed }: TimedAnswer) => ({
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
function isCurrent({ headers }: FastifyRequest, { tag, changed, settled }: TimedAnswer): boolean {
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
