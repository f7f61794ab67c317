import { sql } from 'kysely';
import type { DataCheck } from '#kernel/work/data-check.ts';
import { recountedRegistrations, recountRegistrations } from './registration-days.store.ts';

/** What always holds of registrations, their sums and the codes they were made with. */
export const registrationChecks: readonly DataCheck[] = [
  {
    name: 'registration_day',
    rule: 'The figures of each collection, batch, event and day equal a count of the registrations.',
    mend: 'If no registration was changed by hand, count again.',
    differing: sql`
      select format('collection %s, batch %s, event %s, %s to %s%s', cidx, cg_idx, event_idx, day, ends,
          case when canceled then ', cancelled' end) as record,
        coalesce(kept.registrations, 0)::text as stored, coalesce(counted.registrations, 0)::text as expected
      from (select cidx, cg_idx, event_idx, day, ends, canceled, sum(registrations) as registrations
        from registration_day group by 1, 2, 3, 4, 5, 6) kept
      full join (${recountedRegistrations}) counted using (cidx, cg_idx, event_idx, day, ends, canceled)
      where coalesce(kept.registrations, 0) <> coalesce(counted.registrations, 0)`,
    recount: async (on) => {
      // Blocks registrations and changes of codes meanwhile: they would be counted twice.
      await sql`lock table code, registration in share row exclusive mode`.execute(on.db);
      await recountRegistrations(on);
    },
  },
  {
    name: 'registration.code',
    rule: 'A code that made a registration counts as used since that moment, and a used code has made one.',
    mend: 'Compare the code with a backup: one of the two was changed by hand.',
    differing: sql`
      select 'code ' || code as record, case when c.activated_date = 0 then 'not used' else 'used ' || c.activated_date end as stored,
        coalesce('used ' || r.registered_at, 'not used') as expected
      from code c full join registration r using (code)
      where code is not null and (c.activated_date > 0 or r.code is not null)
        and c.activated_date is distinct from r.registered_at`,
  },
  {
    name: 'event.participants',
    rule: 'Each event counts as many participants as learners have registered by it.',
    mend: 'update event e set participants = (select count(*) from registration r where r.event_idx = e.event_idx and not r.placeless)',
    differing: sql`
      select format('event %s (%s)', e.event_idx, e.name) as record, e.participants::text as stored, coalesce(r.joined, 0)::text as expected
      from event e
      left join (select event_idx, count(*) as joined from registration where event_idx is not null and not placeless group by 1) r using (event_idx)
      where e.participants <> coalesce(r.joined, 0)`,
  },
  {
    name: 'registration.shown_in',
    rule: 'A registration is kept in one of the same learner, which is shown itself.',
    mend: 'update registration set shown_in = null where reg_idx = the number: both are shown again',
    differing: sql`
      select format('registration %s', r.reg_idx) as record, format('in %s', k.reg_idx) as stored,
        'in one of its learner that is shown' as expected
      from registration r join registration k on k.reg_idx = r.shown_in
      where k.learner_id <> r.learner_id or k.shown_in is not null`,
  },
  {
    name: 'registration.place',
    rule: 'Of the registrations that a learner has by one event, one takes the place.',
    mend: 'update registration set placeless = false where reg_idx = the smallest of them, then count the participants of the event again',
    differing: sql`
      select format('event %s, registration %s', r.event_idx, min(r.reg_idx)) as record, 'no place' as stored, 'one place' as expected
      from registration r where r.placeless and not exists (
        select from registration p where p.event_idx = r.event_idx and p.learner_id = r.learner_id and not p.placeless)
      group by r.event_idx, r.learner_id`,
  },
];
