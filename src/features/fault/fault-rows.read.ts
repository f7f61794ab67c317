import { type RawBuilder, sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { FaultKind, FaultTexts } from '#kernel/desk/faults.ts';
import type { Context } from '#kernel/work/context.ts';
import type { FaultRow } from './fault.contract.ts';

/** A record at fault. */
export interface FoundFault {
  /** Its kind; its id begins with that if the fault is declared for another. */
  kind: string;
  id: string;
  title: string;
  /** The texts that the fault is about. */
  about: FaultTexts;
  line: string | null;
  dismissed: FaultRow['dismissed'];
}

/** Which of the records at fault are meant. */
export interface WantedFaults {
  dismissed?: boolean;
  ids?: readonly string[] | undefined;
  except?: readonly string[] | undefined;
  limit?: number;
  offset?: number;
}

/** What a dismissal remembers of what the fault is about. */
export const digestOf = sql<string>`md5(f.about::text)`;

const isDismissal = sql<boolean>`(d.digest is null or d.digest = ${digestOf})`;

/** The dismissal `d` as it is shown. */
const shownDismissal = sql`case when d.record_id is not null then jsonb_build_object('reason', d.reason,
  'until', case when d.digest is null then 'always' else 'change' end, 'at', ${secondsOf('d.at')}, 'by', d.by) end`;

/** How the ids begin of records of another kind than the fault is declared for. */
export const startOf = (entity: string): string => `${entity}/`;

/** The records at fault of every kind of records, those that it is declared for first. */
const found = ({ entity, find, also = [] }: FaultKind): RawBuilder<unknown> =>
  sql.join(
    [
      sql`select 0 as nth, ${entity}::text as kind, place, id, title, about, line from (${find}) own`,
      ...also.map(
        (other, nth) => sql`
          select ${sql.lit(nth + 1)}, ${other.entity}::text, place, ${startOf(other.entity)}::text || id, title, about, line
          from (${other.find}) other`,
      ),
    ],
    sql` union all `,
  );

/** The kind of the record that calls name by an id. */
export const kindOf = (id: string, { entity, also = [] }: FaultKind): string =>
  also.find((other) => id.startsWith(startOf(other.entity)))?.entity ?? entity;

/** The id of a record as the trail names it. */
export const ownId = ({ kind, id }: Pick<FoundFault, 'kind' | 'id'>, of: FaultKind): string =>
  kind === of.entity ? id : id.slice(startOf(kind).length);

/** The records `f` of a kind that are dismissed, or are not, joined to their dismissal `d`. */
export const faultsOf = (
  kind: FaultKind,
  { dismissed = false, ids, except = [] }: WantedFaults,
): RawBuilder<unknown> => sql`
  (${found(kind)}) f left join fault_dismissed d on d.fault = ${kind.fault} and d.record_id = f.id and ${isDismissal}
  where (d.record_id is not null) = ${dismissed}
    ${ids ? sql`and f.id = any(${ids}::text[])` : sql``}
    ${except.length > 0 ? sql`and f.id <> all(${except}::text[])` : sql``}`;

export async function countFaults({ db }: Context, kind: FaultKind, wanted: WantedFaults = {}): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${faultsOf(kind, wanted)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many records are at fault and how many of these are dismissed, and a page of either, from one reading of the records. */
export async function readFaultPage(
  { db }: Context,
  kind: FaultKind,
  { dismissed, limit, offset }: { dismissed: boolean; limit: number; offset: number },
): Promise<{ open: number; dismissed: number; rows: FoundFault[] }> {
  const { rows } = await sql<{ open: number; dismissed: number; rows: FoundFault[] }>`
    with f as materialized (
      select f.*, d.record_id is not null as is_dismissed, ${shownDismissal} as dismissed
      from (${found(kind)}) f left join fault_dismissed d on d.fault = ${kind.fault} and d.record_id = f.id and ${isDismissal}
    )
    select (select count(*)::integer from f where not is_dismissed) as open,
      (select count(*)::integer from f where is_dismissed) as dismissed,
      (select coalesce(json_agg(json_build_object('kind', kind, 'id', id, 'title', title, 'about', about, 'line', line,
        'dismissed', dismissed) order by nth, place, id), '[]')
       from (select * from f where is_dismissed = ${dismissed} order by nth, place, id limit ${limit} offset ${offset}) page) as rows`.execute(
    db,
  );
  const [page] = rows;
  if (!page) throw new Error('readFaultPage: no row, though it has no condition');
  return page;
}

/** The records at fault, in the order of their kind. */
export async function listFaults({ db }: Context, kind: FaultKind, wanted: WantedFaults): Promise<FoundFault[]> {
  const { limit, offset = 0 } = wanted;
  const { rows } = await sql<FoundFault>`
    select f.kind, f.id, f.title, f.about, f.line, ${shownDismissal} as dismissed
    from ${faultsOf(kind, wanted)}
    order by f.nth, f.place, f.id ${limit === undefined ? sql`` : sql`limit ${limit} offset ${offset}`}`.execute(db);
  return rows;
}
