import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { executeGeneric } from '#kernel/db/generic-plan.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CachedSettings, PortalSettings } from '../portal.settings.ts';
import type { Answer, AnswerCache, CachedAnswer } from './answer-cache.ts';
import { type FeedPosition, findPosition, type Head, type Heads, positionOf } from './feed-position.ts';
import { cacheTagsOf } from './cache-tags.rules.ts';
import type { Sources } from './sources.ts';

/** The answer of one portal address. */
export interface Document {
  /** A statement that returns the JSON text as `body`, in one row; no row means that there is nothing to find. */
  text: RawBuilder<unknown>;
  /** The changes that can affect it. */
  sources: Sources;
  /** Its best plan is the same for any record: it reads the few rows of one. */
  isByKey?: true;
}

export interface DocumentRequest {
  settings: CachedSettings;
  cache: AnswerCache;
  heads: Heads;
  ctx: Context;
  request: FastifyRequest;
  reply: FastifyReply;
  /** What the answer is called among cached ones: its address, unless it differs by more. */
  key?: string;
  type?: string;
  /** Makes what is sent of the JSON text, where that is something else. */
  write?: (text: string) => string;
  /** Built only if the cached answer alone does not suffice. */
  document: () => Document;
}

/**
 * Sends a document, or 304 if the caller already has it. The tag is a hash of the text itself, which the database
 * builds from the rows that readers may see, so it changes exactly when the result they see does. A cached answer is
 * sent again if the change feed shows no change of its sources since. Otherwise, for a conditional request, the
 * database returns only the hash.
 */
export async function sendDocument(requested: DocumentRequest): Promise<FastifyReply> {
  const { settings, ctx, request, reply } = requested;
  const cached = await settings.of(ctx);
  const known = await findCached(requested);
  if (isConditional(request)) {
    const answer = known ?? (await readTag(requested));
    if (isCurrent(request, answer))
      return reply
        .code(304)
        .headers({ ...cachingOf(cached, answer), ...headersOf(answer) })
        .send();
  }
  const answer = known?.body === undefined ? await readText(requested) : known;
  return reply
    .headers({ ...cachingOf(cached, answer), ...headersOf(answer) })
    .type(requested.type ?? 'application/json; charset=utf-8')
    .send(answer.body);
}

/** The cached answer for the document, if still valid. The feed is queried only if there is one. */
async function findCached({
  cache,
  heads,
  ctx,
  request,
  key = request.url,
  document,
}: DocumentRequest): Promise<TimedAnswer | undefined> {
  const found = cache.get(key);
  if (!found) return undefined;
  const now = await heads.now(ctx.db);
  if (now?.head === found.head) return timed(found, now);
  const position = await findPosition(ctx.db, document().sources);
  if (position?.position !== found.position) return undefined;
  // The changes since do not affect it: no need to look again until the next change.
  Object.assign(found, { head: position.head, numbered: position.numbered });
  return timed(found, position);
}

// What is written of a text may change with a release, so its tag needs it whole.
const readTag = (requested: DocumentRequest): Promise<TimedAnswer> =>
  requested.write ? readText(requested) : readToCache(requested, sql`md5(body) as tag`, ({ tag = '' }) => ({ tag }));

const readText = (requested: DocumentRequest): Promise<TimedAnswer> =>
  readToCache(requested, sql`body`, ({ body: text = '' }) => {
    const body = requested.write ? requested.write(text) : text;
    return { tag: hash('md5', body), body };
  });

// The position is read with the text, in one snapshot: a change between two statements would be missed by the cache.
async function readToCache(
  { ctx, cache, request, key = request.url, document }: DocumentRequest,
  what: RawBuilder<unknown>,
  answerOf: (row: Partial<Answer>) => Answer,
): Promise<TimedAnswer> {
  const { text, sources, isByKey } = document();
  const statement = sql<Partial<Answer> & FeedPosition>`
    select ${what}, feed.* from (${text}) document, (${positionOf(sources)}) feed`;
  const [row] = isByKey ? await executeGeneric(ctx.db, statement) : (await statement.execute(ctx.db)).rows;
  if (!row) throw new AppError(404, 'error.not_found');
  const { position, head, numbered } = row;
  const answer = { ...answerOf(row), position, head, numbered, tags: cacheTagsOf(sources).join(' ') };
  cache.set(key, answer);
  return timed(answer, row);
}

/** An answer and the time of its last change. */
interface TimedAnswer extends Answer, Pick<CachedAnswer, 'tags'> {
  /** Seconds; null if the feed is empty. */
  changed: number | null;
  /** Whether no more changes can get that second as their time. If not, it is an earlier one and proves nothing. */
  settled: boolean;
}

const timed = (answer: CachedAnswer, { open }: Head): TimedAnswer => ({
  ...answer,
  changed: answer.numbered === null ? null : Math.min(answer.numbered, open - 1),
  settled: answer.numbered !== null && answer.numbered < open,
});

const headersOf = ({ tag, changed }: TimedAnswer) => ({
  etag: `W/"${tag}"`,
  ...(changed !== null && { 'last-modified': timeOf(changed) }),
});

const timeOf = (seconds: number) => new Date(seconds * 1000).toUTCString();

const isConditional = ({ headers }: FastifyRequest) =>
  headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;

/**
 * As in RFC 9110: with tags, the time is ignored. A time counts only if it is exactly the one that was sent: after a
 * clock was set back, an earlier time does not mean an older answer.
 */
function isCurrent({ headers }: FastifyRequest, { tag, changed, settled }: TimedAnswer): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.trim() === '*' || tags.split(',').some((one) => tagIn(one) === tag);
  return settled && changed !== null && Date.parse(headers['if-modified-since'] ?? '') === changed * 1000;
}

// Some proxies add a suffix to the tags of what they compress: "…-gzip".
const tagIn = (text: string) => /^\s*(?:W\/)?"(\w+)(?:-\w+)?"\s*$/.exec(text)?.[1];

/**
 * Any cache may store an answer but must revalidate it before reuse, unless staff allow some seconds. Then it is told
 * by what to remove it when something changes. It never serves an older answer meanwhile (`stale-while-revalidate`):
 * the seconds are the bound. `Vary` names the header with the key, so that no cache serves a caller without one; see
 * access.
 */
const cachingOf = ({ cacheSeconds }: PortalSettings, { tags }: Pick<CachedAnswer, 'tags'>) =>
  cacheSeconds === 0
    ? { 'cache-control': 'public, max-age=0, must-revalidate' }
    : {
        'cache-control': `public, max-age=0, s-maxage=${cacheSeconds}, must-revalidate`,
        'surrogate-key': tags,
        'cache-tag': tags.replaceAll(' ', ','),
      };
