import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { executeGeneric } from '#kernel/db/generic-plan.ts';
import { sharedLearnerLock } from './learner-lock.ts';

/** A new registration, by the code of a batch or by an event. Times in seconds. */
interface NewRegistration {
  registered_at: number;
  learner_id: string;
  /** For a registration by an event; one by access code ends with its code. */
  expires_at: number;
  cidx: number;
  event_idx: number | null;
  code: string | null;
}

/** A registration, as returned once it is made. */
export interface MadeRegistration {
  reg_idx: number;
  learner_id: string;
  registered_at: number;
  /** 0 means for ever. */
  expires_at: number;
  cidx: number;
  cid: string;
  collection: string;
}

/**
 * The columns of a {@link MadeRegistration}, from registrations `r`, their collections `c`, English texts `t` and
 * access codes `k`.
 */
const columns = sql`
  r.reg_idx, r.learner_id, r.registered_at, coalesce(k.expired_date, r.expires_at) as expires_at, r.cidx, c.cid,
  coalesce(t.title, c.cid) as collection`;

const joined = sql`
  join collection c on c.cidx = r.cidx left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
  left join code k on k.code = r.code`;

const first = async (db: Database, statement: RawBuilder<MadeRegistration>): Promise<MadeRegistration | undefined> =>
  (await executeGeneric(db, statement))[0];

/** Stores a registration; a code makes at most one, and an event at most one per learner. */
export async function insertRegistration(db: Database, made: NewRegistration): Promise<MadeRegistration> {
  const stored = await first(
    db,
    sql`
    with held as materialized (${sharedLearnerLock(made.learner_id)}),
    r as (
      insert into registration (registered_at, expires_at, cidx, event_idx, learner_id, code)
      select ${made.registered_at}::bigint, ${made.expires_at}::bigint, ${made.cidx}::integer, ${made.event_idx}::integer,
        ${made.learner_id}::text, ${made.code}::text from held
      returning *)
    select ${columns} from r ${joined}`,
  );
  if (!stored) throw new Error(`insertRegistration: collection ${made.cidx} of a new registration is not there`);
  return stored;
}

/** The registration of a learner by an event. */
export const findJoined = (
  db: Database,
  { event_idx, learner_id }: { event_idx: number; learner_id: string },
): Promise<MadeRegistration | undefined> =>
  first(
    db,
    sql`select ${columns} from registration r ${joined} where r.event_idx = ${event_idx} and r.learner_id = ${learner_id} and not r.placeless`,
  );

/** The registration made by an access code. */
export const findRegistrationOfCode = (db: Database, code: string): Promise<MadeRegistration | undefined> =>
  first(db, sql`select ${columns} from registration r ${joined} where r.code = ${code}`);

/** Removes the registrations of these learners. */
export async function deleteRegistrationsOf(db: Database, learners: readonly string[]): Promise<void> {
  await db.deleteFrom('registration').where(sql<boolean>`learner_id = any(${learners}::text[])`).execute();
}

/** The batch of a code, with its customer and collection. */
interface BatchOfCode {
  cg_idx: number;
  batch: string;
  cust_idx: number;
  customer: string;
  cidx: number;
  cid: string;
  collection: string;
}

export async function findBatch(db: Database, cgIdx: number): Promise<BatchOfCode> {
  const found = sql<BatchOfCode>`
    select b.cg_idx, b.title as batch, u.cust_idx, u.name as customer, c.cidx, c.cid, coalesce(t.title, c.cid) as collection
    from code_batch b join customer u using (cust_idx) join collection c using (cidx)
    left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
    where b.cg_idx = ${cgIdx}`;
  const [batch] = await executeGeneric(db, found);
  if (!batch) throw new Error(`findBatch: no row ${cgIdx} in code_batch, though a code names it`);
  return batch;
}
