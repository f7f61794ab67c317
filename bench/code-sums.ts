import { sql } from 'kysely';
import { rebookFlows, recountDays } from '#features/code/code-days.store.ts';
import { openBare } from './kit.ts';

/** Books what triggers and the issuing do for codes that were inserted without them: lots, code_day and code_flow. */
export async function bookCodes(url: string): Promise<void> {
  const db = openBare(url);
  await sql`
    insert into code_lot (cg_idx, lot, issued, issued_at, count)
    select cg_idx, lot, count(*), to_timestamp(min(issued_at)), count(*) from code where cg_idx is not null
    group by 1, 2`.execute(db);
  await recountDays({ db });
  await rebookFlows({ db });
  await db.destroy();
}

/**
 * Switches the booking of statements off and on in the bench's own database, to tell what it costs.
 * The triggers are those of 0118_code_flow.sql.
 */
export const bookStatements = (isOn: boolean): string =>
  ['code__flow_added', 'code__flow_changed']
    .map((trigger) => `alter table code ${isOn ? 'enable' : 'disable'} trigger ${trigger}`)
    .join('; ');
