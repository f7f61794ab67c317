import { type RawBuilder, sql } from 'kysely';
import { AppError } from '#kernel/messages/errors.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Addresses } from '../answer/addresses.ts';
import type { Document } from '../answer/document.ts';
import type { PreviewLink, PreviewLinks } from './preview-links.service.ts';

/** What previews are made with. */
export interface Parts {
  addresses: Addresses;
  storage: Storage;
  links: PreviewLinks;
}

/** What a preview shows: the changes of a release or of a plan, or of all that is due by its time. */
export interface ShownReleases {
  /** By name. */
  release: string | null;
  plan: string | null;
  due: string[];
  /** How many scheduled changes of the record itself are due. */
  applied: number;
}

/** Facts about the preview that each one shows. Times in seconds. */
export interface PreviewNote {
  /** Its own address, the same for all languages. */
  address: string;
  at: number;
  until: number;
  /** Whether `at` is over, so that it shows what was. */
  isPast: boolean;
  /** How many scheduled changes are applied. */
  applied: number;
  /** The release whose changes are applied. */
  release: string | null;
  /** The plan that it is applied with. */
  plan: string | null;
  /** The names of releases that are due by its time. */
  due: string[];
  /** Whether readers can see it. */
  isPublic: boolean;
}

/** Whether a preview shows a moment that is over. */
export const isPast = (ctx: Context, { at }: Pick<PreviewLink, 'at'>): boolean =>
  at !== 0 && at * 1000 <= ctx.now.getTime();

export const noteOf = (
  ctx: Context,
  { links }: Pick<Parts, 'links'>,
  link: PreviewLink,
  facts: ShownReleases & { isPublic?: boolean },
): PreviewNote => ({
  address: links.href(link),
  at: link.at,
  until: link.until,
  isPast: isPast(ctx, link),
  isPublic: true,
  ...facts,
});

/** Runs a statement; with tables, they stand in for the real ones of these names. */
export async function readFrom<Row>(
  { db }: Context,
  statement: RawBuilder<unknown>,
  tables?: RawBuilder<unknown>,
): Promise<Row | undefined> {
  const standIns = tables ? sql`with ${tables}` : sql``;
  const { rows } = await sql<Row>`${standIns} select * from (${statement}) shown`.execute(db);
  return rows[0];
}

/** Reads what the portal would return, or would have returned from these tables. */
export async function readDocument<T>(ctx: Context, { text }: Document, tables?: RawBuilder<unknown>): Promise<T> {
  const row = await readFrom<{ body: string }>(ctx, text, tables);
  if (!row) throw new AppError(404, 'error.not_found');
  return JSON.parse(row.body).results;
}
