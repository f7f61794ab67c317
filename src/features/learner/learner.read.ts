import { type RawBuilder, sql } from 'kysely';
import { booksOf } from '#features/collection/collection-reach.public.ts';
import { endOf, statusAt, withCode } from '#features/registration/registration-rows.public.ts';
import { pageSize } from '#kernel/db/paging.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Learner, LearnerRegistration } from './learner.contract.ts';

const titleOf = sql`coalesce(t.title, o.cid)`;

/** How many books these collections open together. */
const booksIn = (cidxs: RawBuilder<unknown>) => sql`
  (select count(*) from ${booksOf(sql`select content_type, content_idx from collection_content where cidx in (${cidxs})`)} books)`;

/** A page of the registrations of a learner, the newest first; each collection is counted once. */
export async function listOf(ctx: Context, learner: string, page: number): Promise<LearnerRegistration[]> {
  const { rows } = await sql<LearnerRegistration>`
    with shown as materialized (
      select r.reg_idx, r.cidx from registration r where r.learner_id = ${learner} and r.shown_in is null
      order by r.reg_idx desc limit ${pageSize} offset ${(page - 1) * pageSize}
    ),
    opened as materialized (select cidx, ${booksIn(sql`c.cidx`)} as books from (select distinct cidx from shown) c)
    select r.reg_idx, o.cid, ${titleOf} as collection, opened.books, r.code, k.cg_idx, b.title as batch, u.cust_idx,
      u.name as customer, r.event_idx, e.name as event, r.registered_at, ${endOf} as expires_at,
      coalesce(k.is_canceled, 0) as canceled_at, ${statusAt(inSeconds(ctx.now))} as status
    from shown join opened using (cidx) join ${withCode} on r.reg_idx = shown.reg_idx
    join collection o on o.cidx = r.cidx left join collection_text t on t.cidx = o.cidx and t.locale = 'en'
    left join event e on e.event_idx = r.event_idx
    left join code_batch b on b.cg_idx = k.cg_idx left join customer u on u.cust_idx = b.cust_idx
    order by r.reg_idx desc`.execute(ctx.db);
  return rows;
}

/** A registration as something that happened. Times in seconds; `canceled_at` 0 means never. */
interface MadeRegistration {
  collection: string;
  /** The access code; null if made by an event. */
  code: string | null;
  registered_at: number;
  canceled_at: number;
}

/** The registrations of a learner that were made or cancelled last, also those that are shown within another. */
export async function listMade(ctx: Context, learner: string, limit: number): Promise<MadeRegistration[]> {
  const { rows } = await sql<MadeRegistration>`
    select ${titleOf} as collection, r.code, r.registered_at, coalesce(k.is_canceled, 0) as canceled_at
    from ${withCode} join collection o on o.cidx = r.cidx left join collection_text t on t.cidx = o.cidx and t.locale = 'en'
    where r.learner_id = ${learner} 
    order by greatest(r.registered_at, coalesce(k.is_canceled, 0)) desc, r.reg_idx desc limit ${limit}`.execute(ctx.db);
  return rows;
}

type Figures = Pick<Learner, 'total' | 'active' | 'collections' | 'books' | 'since'>;

/** The registrations of a learner in figures, and what those that are valid now open. */
export async function countOf(ctx: Context, learner: string): Promise<Figures> {
  const { rows } = await sql<Figures>`
    with own as materialized (
      select r.cidx, r.registered_at, ${statusAt(inSeconds(ctx.now))} = 'active' as active
      from ${withCode} where r.learner_id = ${learner} and r.shown_in is null
    )
    select count(*) as total, count(*) filter (where active) as active,
      count(distinct cidx) filter (where active) as collections, coalesce(min(registered_at), 0) as since,
      ${booksIn(sql`select cidx from own where active`)} as books
    from own`.execute(ctx.db);
  return rows[0] ?? { total: 0, active: 0, collections: 0, books: 0, since: 0 };
}

// How many learners the finder shows next to records of other kinds, and how many registrations it looks at for them.
const hits = 5;
const mostRead = 200;

/** The learner with this ID, and others whose IDs begin with it. */
export async function findLearners({ db }: Context, text: string): Promise<string[]> {
  const { rows } = await sql<{ learner_id: string }>`
    select distinct learner_id from (
      select learner_id from registration where learner_id >= ${text} order by learner_id limit ${sql.lit(mostRead)}) near
    where starts_with(learner_id, ${text}) order by learner_id limit ${sql.lit(hits)}`.execute(db);
  return rows.map(({ learner_id }) => learner_id);
}
