import { sql } from 'kysely';
import { recounted } from '#features/code/code-days.store.ts';
import { openBare } from './kit.ts';

/** Books what triggers and the issuing do for codes that were inserted without them: lots, code_day and code_flow. */
export async function bookCodes(url: string): Promise<void> {
  const db = openBare(url);
  await sql`
    insert into code_lot (cg_idx, lot, issued, issued_at, count)
    select cg_idx, lot, count(*), to_timestamp(min(issued_at)), count(*) from code where cg_idx is not null
    group by 1, 2`.execute(db);
  await sql`
    insert into code_day (
      cg_idx, lot, day, slot, issued, activated, canceled, canceled_activated, withdrawn, ending, ending_activated)
    ${recounted}`.execute(db);
  await sql`
    insert into code_flow (cg_idx, day, slot, issued, withdrawn, redeemed, canceled, expired)
    select cg_idx, (to_timestamp(at) at time zone time_zone)::date, 0, sum(flows.issued * codes),
      sum(flows.withdrawn * codes), sum(flows.redeemed * codes), sum(flows.canceled * codes), sum(flows.expired * codes)
    from (
      select cg_idx, issued_at, valid_until, activated_date, is_canceled, withdrawn, count(*) as codes
      from code where cg_idx is not null
      group by cg_idx, issued_at, valid_until, activated_date, is_canceled, withdrawn
    ) alike,
    lateral code_flows(issued_at, valid_until, activated_date, is_canceled, alike.withdrawn) flows, code_zone
    where at > 0 group by 1, 2`.execute(db);
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
