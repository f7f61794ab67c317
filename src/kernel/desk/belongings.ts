import { type RawBuilder, sql } from 'kysely';
import { storeEffects } from '../records/acts.ts';
import { type ActPart, type UndoableKind, untouchedRecords } from '../records/undo.ts';
import type { Context } from '../work/context.ts';

/** An account, by its key and by the ID that records name it by. */
export interface Owner {
  staffIdx: number;
  staffId: string;
}

/** Something that belongs to an account. */
export interface Belonging {
  id: string;
  title: string;
  href: string;
}

/** From whom things go to whom; with `ids`, only these. */
export interface Giving {
  from: Owner;
  to: Owner;
  ids?: readonly string[] | undefined;
}

/** A kind of thing that accounts have, and that others take over once somebody is gone. */
export interface OwnedKind {
  /** As acts store their effects: the kind of record. */
  entity: string;
  /** The message key of its name, in the plural. */
  label: string;
  table: string;
  /** The column that identifies a row. */
  key: string;
  /** The column that says whose it is: `created_by` by ID, the others by the key of the account. */
  owner: 'created_by' | 'staff_idx' | 'handed_to';
  /** Which rows still need somebody, at the time of the context. */
  isOpen: (ctx: Context) => RawBuilder<boolean>;
  /** What a row is called. */
  title: RawBuilder<string>;
  /** That title in the caller's language, where it is a key. */
  titleOf?: (ctx: Context, title: string) => string;
  /** The id of what opens it, if it opens by another: the batch of a link. */
  opens?: RawBuilder<unknown>;
  href: (id: string) => string;
  /** What else a row gets with its new owner: columns with their values. */
  sets?: (giving: Giving) => RawBuilder<unknown>;
  /** Ends a row instead; absent where that is no choice. */
  end?: (ctx: Context, id: string) => Promise<unknown>;
  /** It speaks for its owner, who still knows it when gone: it is ended, and given to nobody. */
  onlyEnds?: true;
}

/** The registry of what accounts have, for handing it over: features add what is theirs. */
export class Belongings {
  readonly kinds: OwnedKind[] = [];

  add(...kinds: readonly OwnedKind[]): void {
    this.kinds.push(...kinds);
  }
}

const ownerIn = ({ owner }: OwnedKind, { staffIdx, staffId }: Owner) => (owner === 'created_by' ? staffId : staffIdx);

const isOwn = (kind: OwnedKind, of: Owner) => sql<boolean>`${sql.ref(kind.owner)} = ${ownerIn(kind, of)}`;

const isOneOf = (kind: OwnedKind, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(kind.key)}::text = any(${ids}::text[])`;

/** How many things of a kind an account has, and the first of them, by key; with `ids`, only of these. */
export async function listBelongings(
  ctx: Context,
  kind: OwnedKind,
  of: Owner,
  { limit, ids }: { limit: number; ids?: readonly string[] | undefined },
): Promise<{ count: number; rows: Belonging[] }> {
  const { key, opens = sql.ref(kind.key) } = kind;
  const { rows } = await sql<{ id: string; title: string; opens: string; count: number }>`
    select ${sql.ref(key)}::text as id, ${kind.title} as title, ${opens}::text as opens, count(*) over ()::integer as count
    from ${sql.table(kind.table)} where ${isOwn(kind, of)} and ${kind.isOpen(ctx)} and ${ids ? isOneOf(kind, ids) : sql`true`}
    order by ${sql.ref(key)} limit ${limit}`.execute(ctx.db);
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map(({ id, title, opens: target }) => ({
      id,
      title: kind.titleOf?.(ctx, title) ?? title,
      href: kind.href(target),
    })),
  };
}

/** Gives things of a kind to another account, as part of an act. Returns the ids of those given. */
export async function giveBelongings(ctx: Context, act: number, kind: OwnedKind, giving: Giving): Promise<string[]> {
  const { from, to, ids } = giving;
  const key = sql.ref(kind.key);
  const others = kind.sets ? sql`, ${kind.sets(giving)}` : sql``;
  const state = (of: Owner) => sql`jsonb_build_object('owner', ${of.staffId}::text)`;
  // A thing that is over goes back with the others, if it was given while it was open.
  const which = ids ? isOneOf(kind, ids) : kind.isOpen(ctx);
  const { rows } = await sql<{ id: string }>`
    with given as (
      update ${sql.table(kind.table)} set ${sql.ref(kind.owner)} = ${ownerIn(kind, to)} ${others}
      where ${isOwn(kind, from)} and ${which} returning ${key}::text as id
    ), stored as (
      ${storeEffects(act, kind.entity, { from: sql`given`, id: sql`id`, before: state(from), after: state(to) })}
    )
    select id from given`.execute(ctx.db);
  if (rows.length > 0) ctx.changed(kind.entity);
  return rows.map(({ id }) => id);
}

/** Things of a kind as an act that gave them leaves them: theirs to whom it gave them. */
export const givenThings = ({ entity, table, key, owner }: OwnedKind): UndoableKind => {
  const column = sql.ref(`${table}.${owner}`);
  const id = owner === 'created_by' ? column : sql`(select s.staff_id from staff s where s.staff_idx = ${column})`;
  return { entity, table, id: key, key, state: sql`jsonb_build_object('owner', ${id})`, left: 'after', whole: true };
};

/** Gives things of a kind that an act gave, and that are still theirs who got them, back to an account; returns how many. */
export async function giveBelongingsBack(
  ctx: Context,
  act: number,
  kind: OwnedKind,
  { to, ...part }: ActPart & { to: Owner },
): Promise<number> {
  const { rows } = await sql<Owner & { ids: string[] }>`
    select s.staff_idx as "staffIdx", s.staff_id as "staffId", array_agg(d.record_id) as ids
    from (${untouchedRecords(part, givenThings(kind))}) d join staff s on s.staff_id = d.after ->> 'owner'
    group by s.staff_idx order by s.staff_idx`.execute(ctx.db);
  let back = 0;
  // One statement for each of the few who got something.
  for (const { ids, ...from } of rows) back += (await giveBelongings(ctx, act, kind, { from, to, ids })).length;
  return back;
}

/** What an account was given by acts of this name since a time and that was not taken back: how much by which act, the last first. */
export async function listGivenTo(
  { db }: Pick<Context, 'db'>,
  { action, to, since }: { action: string; to: string; since: string },
): Promise<{ act: number; from: string; by: string | null; count: number }[]> {
  const { rows } = await sql<{ act: number; from: string; by: string | null; count: number }>`
    select a.act_idx as act, a.entity_id as "from", a.actor as by, count(*)::integer as count
    from audit a join act_record d on d.act_idx = a.act_idx and d.after->>'owner' = ${to}
    where a.action = ${action} and a.at > ${since}::timestamptz
      and not exists (select from audit u where u.undoes = a.act_idx)
    group by a.audit_idx order by a.audit_idx desc limit 20`.execute(db);
  return rows;
}
