import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { newestChange } from '#kernel/changes/newest-change.ts';
import type { Context } from '#kernel/context.ts';
import { AppError } from '#kernel/errors.ts';
import type { KeptSettings, PortalSettings } from '../portal.settings.ts';
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts';

/** What one address of the portal answers. */
export interface Document {
  /** A statement that answers the JSON text as `body`, in one row; in none where there is nothing to be had. */
  text: RawBuilder<unknown>;
}

/** The kinds of changes that can change what readers see; those of codes, learners and staff are the many others. */
const kinds = [
  'book',
  'book.gone',
  'word',
  'sentence',
  'series',
  'level',
  'category',
  'age_group',
  'collection',
  'collection.gone',
  'advertised',
  'roadmap',
  'guide',
  'guide_item',
  'setting',
];

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
 * answered before is sent again where the change feed says that nothing that readers see has changed since; else, for a
 * caller who has a tag, the database answers the hash alone.
 */
export async function sendDocument(asked: Asked, document: Document): Promise<FastifyReply> {
  const { settings, kept, ctx, request, reply } = asked;
  const caching = cachingOf(await settings.of(ctx));
  const { place, changed } = await readPlace(ctx);
  const known = kept.find(request.url, place);
  const isConditional = ['if-none-match', 'if-modified-since'].some((name) => request.headers[name] !== undefined);
  if (isConditional) {
    const { tag } = known ?? (await readTag(asked, document));
    if (isCurrent(request, { tag, changed }))
      return reply
        .code(304)
        .headers({ ...caching, ...headersOf({ tag, changed }) })
        .send();
  }
  const { tag, body } = known?.body === undefined ? await readText(asked, document) : known;
  return reply
    .headers({ ...caching, ...headersOf({ tag, changed }) })
    .type('application/json; charset=utf-8')
    .send(body);
}

/** Where the change feed stands for readers, and when something of theirs last changed, in seconds. */
interface Place {
  place: string;
  changed: number | null;
}

// Never the second that is not over yet: what changes later in it must get a later time.
async function readPlace({ db }: Context): Promise<Place> {
  const { rows } = await sql<Place>`
    select place, floor(extract(epoch from
      least(numbered_at, date_trunc('second', clock_timestamp()) - interval '1 second')))::bigint as changed
    from (${newestChange(kinds)}) newest`.execute(db);
  return rows[0] ?? { place: '', changed: null };
}

// The place is read with the text, in one snapshot: what changes between two statements would be kept as unchanged.
const readTag = (asked: Asked, document: Document): Promise<KeptAnswer> =>
  readKept(asked, document, sql`md5(body) as tag`, ({ tag = '' }) => ({ tag }));

const readText = (asked: Asked, document: Document): Promise<KeptAnswer> =>
  readKept(asked, document, sql`body`, ({ body = '' }) => ({ tag: hash('md5', body), body }));

async function readKept(
  { ctx, kept, request }: Asked,
  { text }: Document,
  what: RawBuilder<unknown>,
  answerOf: (row: Partial<KeptAnswer>) => KeptAnswer,
): Promise<KeptAnswer> {
  const { rows } = await sql<Partial<KeptAnswer> & { place: string }>`
    select ${what}, (select place from (${newestChange(kinds)}) newest) as place
    from (${text}) document`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new AppError(404, 'error.not_found');
  const answer = answerOf(row);
  kept.keep(request.url, row.place, answer);
  return answer;
}

interface Stamp {
  tag: string;
  changed: number | null;
}

const headersOf = ({ tag, changed }: Stamp) => ({
  etag: `W/"${tag}"`,
  ...(changed !== null && { 'last-modified': new Date(changed * 1000).toUTCString() }),
});

/** As RFC 9110 has it: where there are tags the time does not count. */
function isCurrent({ headers }: FastifyRequest, { tag, changed }: Stamp): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.trim() === '*' || tags.split(',').some((one) => tagIn(one) === tag);
  const since = Date.parse(headers['if-modified-since'] ?? '') / 1000;
  return changed !== null && changed <= since;
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
