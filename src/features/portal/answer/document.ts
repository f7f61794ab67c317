import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { AppError } from '#kernel/errors.ts';
import type { KeptSettings, PortalSettings } from '../portal.settings.ts';

/** What one address of the portal answers. */
export interface Document {
  /** A statement that answers the JSON text as `body`, in one row; in none where there is nothing to be had. */
  text: RawBuilder<unknown>;
  /** When anything that it is made of last changed, as SQL. */
  changedAt: RawBuilder<unknown>;
}

interface Asked {
  settings: KeptSettings;
  ctx: Context;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What is known of a document without its text. Seconds. */
interface Stamp {
  tag: string;
  changed: number | null;
}

/**
 * Sends a document, or 304 if the caller has it already. The tag is a hash of the text itself, which the database makes
 * from the rows that readers may see: it changes with whatever they would see differently and with nothing else. For a
 * caller who has the document the database answers the hash alone, and no text reaches this process.
 */
export async function sendDocument(
  { settings, ctx, request, reply }: Asked,
  document: Document,
): Promise<FastifyReply> {
  const caching = cachingOf(await settings.of(ctx));
  if (request.headers['if-none-match'] !== undefined || request.headers['if-modified-since'] !== undefined) {
    const stamp = await readStamp(ctx, document);
    if (isCurrent(request, stamp))
      return reply
        .code(304)
        .headers({ ...caching, ...headersOf(stamp) })
        .send();
  }
  const { rows } = await sql<{ body: string; changed: number | null }>`
    select body, ${secondsOf(document.changedAt)} as changed from (${document.text}) document`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw notFound();
  const stamp = { tag: hash('md5', found.body), changed: found.changed };
  return reply
    .headers({ ...caching, ...headersOf(stamp) })
    .type('application/json; charset=utf-8')
    .send(found.body);
}

async function readStamp(ctx: Context, { text, changedAt }: Document): Promise<Stamp> {
  const { rows } = await sql<Stamp>`
    select md5(body) as tag, ${secondsOf(changedAt)} as changed from (${text}) document`.execute(ctx.db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

const notFound = () => new AppError(404, 'error.not_found');

// Never the second that is not over yet: what changes later in it must get a later time.
const secondsOf = (time: RawBuilder<unknown>) => sql`
  floor(extract(epoch from least(${time}, date_trunc('second', clock_timestamp()) - interval '1 second')))::bigint`;

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

const tagIn = (text: string) => /^\s*(?:W\/)?"(\w+)(?:-\w+)?"\s*$/.exec(text)?.[1];

/**
 * Any cache may keep an answer and must ask before it uses it again, unless staff allow some seconds. `Vary` names the key,
 * so that no cache answers somebody without one; see access.
 */
const cachingOf = ({ cacheSeconds }: PortalSettings) => ({
  'cache-control': `public, max-age=0${cacheSeconds > 0 ? `, s-maxage=${cacheSeconds}` : ''}, must-revalidate`,
});
