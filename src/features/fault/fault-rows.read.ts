import { type RawBuilder, sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import type { FaultKind, FaultTexts } from '#kernel/desk/faults.ts';
import type { Context } from '#kernel/work/context.ts';
import type { FaultRow } from './fault.contract.ts';

/** A record at fault. */
export interface FoundFault {
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

/** The records `f` of a kind that are dismissed, or are not, joined to their dismissal `d`. */
export const faultsOf = (
  { fault, find }: FaultKind,
  { dismissed = false, ids, except = [] }: WantedFaults,
): RawBuilder<unknown> => sql`
  (${find}) f left join fault_dismissed d on d.fault = ${fault} and d.record_id = f.id and ${isDismissal}
  where (d.record_id is not null) = ${dismissed}
    ${ids ? sql`and f.id = any(${ids}::text[])` : sql``}
    ${except.length > 0 ? sql`and f.id <> all(${except}::text[])` : sql``}`;

export async function countFaults({ db }: Context, kind: FaultKind, wanted: WantedFaults = {}): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${faultsOf(kind, wanted)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The records at fault, in the order of their kind. */
export async function listFaults({ db }: Context, kind: FaultKind, wanted: WantedFaults): Promise<FoundFault[]> {
  const { limit, offset = 0 } = wanted;
  const { rows } = await sql<FoundFault>`
    select f.id, f.title, f.about, f.line, case when d.record_id is not null then jsonb_build_object('reason', d.reason,
      'until', case when d.digest is null then 'always' else 'change' end, 'at', ${secondsOf('d.at')}, 'by', d.by) end as dismissed
    from ${faultsOf(kind, wanted)}
    order by f.place, f.id ${limit === undefined ? sql`` : sql`limit ${limit} offset ${offset}`}`.execute(db);
  return rows;
}
