import { type RawBuilder, sql } from 'kysely';
import type { TextField } from '#features/collection/collection.public.ts';
import { textFields } from '#features/collection/collection.public.ts';
import { isOlder } from '#features/collection/collection-texts.public.ts';
import type { Database } from '#kernel/db/database.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { DraftRequest } from './draft.contract.ts';
import type { DraftOf, DraftProblem } from './draft.rules.ts';

/** A text that can be drafted. */
export interface Candidate extends DraftOf {
  characters: number;
  source_digest: string;
  over_digest: string;
}

/** Each text of collections `c` as source and as it is in another language `wanted.locale`; digests say whether they changed. */
const textsBeside = (from: RawBuilder<unknown>) => sql`
  join collection_text en on en.cidx = c.cidx and en.locale = ${from}
  left join collection_text t on t.cidx = c.cidx and t.locale = wanted.locale
  cross join lateral (values ${sql.join(
    textFields.map(
      (name) =>
        sql`(${sql.lit(name)}, ${sql.ref(`en.${name}`)}, coalesce(${sql.ref(`t.${name}`)}, ''), coalesce(${isOlder(name)}, false))`,
    ),
  )}) of (field, source, own, is_older)`;

/** Whether a draft `d` was made from and for the texts as they are. */
const isOfNow = sql<boolean>`d.source_digest = md5(of.source) and d.over_digest = md5(of.own)`;

/** The texts that are missing or older than their source, and for which no draft waits or is being made. */
export async function listCandidates(
  db: Database,
  { kind, ids, from, to, fields }: DraftRequest,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select c.cid as id, wanted.locale, of.field, length(of.source) as characters, md5(of.source) as source_digest,
      md5(of.own) as over_digest
    from unnest(${to}::text[]) with ordinality wanted (locale, nth)
    join collection c on c.cid = any (${ids}::text[])
    ${textsBeside(sql`${from}`)}
    where of.field = any (${fields}::text[]) and of.source <> '' and (of.own = '' or of.is_older)
      and not exists (
        select from machine_draft d where d.kind = ${kind} and d.record_key = c.cid and d.locale = wanted.locale
          and d.field = of.field and d.state in ('queued', 'running', 'waiting') and ${isOfNow})
    order by wanted.nth, c.cid, of.field`.execute(db);
  return rows;
}

/** Which of these collections exist. */
export async function listKnown(db: Database, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('collection').select('cid').where('cid', 'in', ids).execute();
  return new Set(rows.map(({ cid }) => cid));
}

/** Ends the waiting drafts in the place of which others are requested: those of texts that have changed since. */
async function endOutdated(ctx: Context, kind: string, all: readonly Candidate[]): Promise<void> {
  await sql`
    update machine_draft d set state = 'used', ended_at = ${ctx.now.toISOString()}
    from unnest(${all.map(({ id }) => id)}::text[], ${all.map(({ locale }) => locale)}::text[],
      ${all.map(({ field }) => field)}::text[]) of (id, locale, field)
    where d.kind = ${kind} and d.record_key = of.id and d.locale = of.locale and d.field = of.field
      and d.state = 'waiting'`.execute(ctx.db);
}

/** Stores a request and its drafts, which are to be made; answers them with their numbers. */
export async function insertRequest(
  ctx: Context,
  { kind, from }: DraftRequest,
  { provider, month }: { provider: string; month: string },
  all: readonly Candidate[],
): Promise<{ reqIdx: number; drafts: (Candidate & { draft_idx: number })[] }> {
  await endOutdated(ctx, kind, all);
  const { req_idx: reqIdx } = await ctx.db
    .insertInto('draft_request')
    .values({ provider, month, requested_by: actorName(ctx.actor), requested_at: ctx.now.toISOString() })
    .returning('req_idx')
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ draft_idx: number; id: string; locale: Locale; field: TextField }>`
    insert into machine_draft (req_idx, kind, record_key, from_locale, locale, field, characters, source_digest, over_digest)
    select ${reqIdx}::integer, ${kind}, of.id, ${from}, of.locale, of.field, of.characters, of.source_digest, of.over_digest
    from json_to_recordset(${JSON.stringify(all)}::json)
      of (id text, locale text, field text, characters integer, source_digest text, over_digest text)
    -- A draft of an earlier state of the text is still being made.
    on conflict do nothing
    returning draft_idx, record_key as id, locale, field`.execute(ctx.db);
  const numbers = new Map(rows.map(({ draft_idx, id, locale, field }) => [keyOf({ id, locale, field }), draft_idx]));
  const drafts = all.flatMap((one) => {
    const number = numbers.get(keyOf(one));
    return number === undefined ? [] : [{ ...one, draft_idx: number }];
  });
  return { reqIdx, drafts };
}

const keyOf = ({ id, locale, field }: DraftOf) => `${locale} ${field} ${id}`;

/** A draft that is to be made, with its source as it is now. */
export interface Running {
  draft_idx: number;
  id: string;
  field: TextField;
  locale: Locale;
  from_locale: Locale;
  characters: number;
  /** Null if it was changed or deleted since. */
  source: string | null;
}

/** Begins drafts, so that nobody else makes them; those that another run has begun are not among them. */
export async function claimDrafts(db: Database, numbers: readonly number[]): Promise<Running[]> {
  const { rows } = await sql<Running>`
    with begun as (
      update machine_draft set state = 'running' where draft_idx = any (${numbers}::integer[]) and state = 'queued'
      returning draft_idx, record_key, field, locale, from_locale, characters, source_digest)
    select d.draft_idx, d.record_key as id, d.field, d.locale, d.from_locale, d.characters, s.source
    from begun d left join lateral (
      select of.source from unnest(array[d.locale]) wanted (locale) join collection c on c.cid = d.record_key
      ${textsBeside(sql`d.from_locale`)}
      where of.field = d.field and md5(of.source) = d.source_digest) s on true
    order by d.draft_idx`.execute(db);
  return rows;
}

/** What became of a draft. `isFree`: its characters do not count. */
export type Made = { draft_idx: number } & ({ text: string } | { problem: DraftProblem; isFree: boolean });

/** Ends drafts that are being made; answers which, and how many characters do not count after all. */
export async function endDrafts(ctx: Context, made: readonly Made[]): Promise<{ ended: Set<number>; free: number }> {
  const { rows } = await sql<{ draft_idx: number; free: number }>`
    update machine_draft d set
      state = case when of.text is null then 'refused' else 'waiting' end, text = of.text, problem = of.problem,
      ended_at = ${ctx.now.toISOString()}, characters = case when of."isFree" then 0 else d.characters end
    from json_to_recordset(${JSON.stringify(made)}::json) of (draft_idx integer, text text, problem jsonb, "isFree" boolean),
      (select draft_idx, characters from machine_draft) before
    where d.draft_idx = of.draft_idx and before.draft_idx = d.draft_idx and d.state = 'running'
    returning d.draft_idx, before.characters - d.characters as free`.execute(ctx.db);
  return {
    ended: new Set(rows.map(({ draft_idx: one }) => one)),
    free: rows.reduce((sum, row) => sum + row.free, 0),
  };
}

/** A draft as a row of the list. */
export interface ListedDraft extends DraftOf {
  draft_idx: number;
  locale: Locale;
  field: TextField;
  state: 'queued' | 'running' | 'waiting' | 'refused';
  text: string | null;
  over: string;
  problem: DraftProblem | null;
  provider: string;
  at: number | null;
}

/** The newest draft of each text of collections, while the texts are those it was made from and for. */
export async function listDrafts(
  db: Database,
  { kind, ids, field }: { kind: string; ids: readonly string[]; field?: TextField | undefined },
): Promise<ListedDraft[]> {
  const { rows } = await sql<ListedDraft>`
    select distinct on (d.record_key, d.locale, d.field)
      d.draft_idx, d.record_key as id, d.locale, d.field, d.state, d.text, of.own as over, d.problem, r.provider,
      ${secondsOf('d.ended_at')} as at
    from machine_draft d join draft_request r using (req_idx)
    join collection c on c.cid = d.record_key cross join lateral (select d.locale) wanted (locale)
    ${textsBeside(sql`d.from_locale`)}
    where d.kind = ${kind} and d.record_key = any (${ids}::text[]) and of.field = d.field
      ${field === undefined ? sql`` : sql`and d.field = ${field}`}
      and d.state in ('queued', 'running', 'waiting', 'refused') and ${isOfNow}
    order by d.record_key, d.locale, d.field, d.draft_idx desc`.execute(db);
  return rows;
}

/** Drops a waiting or refused draft; answers what it was of, or undefined if it is none of these. */
export const dropDraft = (ctx: Context, draftIdx: number) =>
  ctx.db
    .updateTable('machine_draft')
    .set({ state: 'dropped', ended_at: ctx.now.toISOString() })
    .where('draft_idx', '=', draftIdx)
    .where('state', '=', 'waiting')
    .returning(['req_idx', 'kind', 'record_key as id', 'locale', 'field'])
    .executeTakeFirst();

/** Those of these drafts that an earlier run has begun and never ended. */
export async function interruptedDrafts(db: Database, numbers: readonly number[]): Promise<{ draft_idx: number }[]> {
  if (numbers.length === 0) return [];
  return db
    .selectFrom('machine_draft')
    .select('draft_idx')
    .where('draft_idx', 'in', numbers)
    .where('state', '=', 'running')
    .execute();
}

/** The month for which the characters of a request count. */
export async function findRequestMonth(db: Database, reqIdx: number): Promise<string> {
  const row = await db.selectFrom('draft_request').select('month').where('req_idx', '=', reqIdx).executeTakeFirst();
  return row?.month ?? '';
}
