import { sql } from 'kysely';
import type { RecordHit } from '#kernel/records/found-records.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { registrationEntity } from './registration.public.ts';
import { registrationReferences } from './registration.references.ts';

export const registrationRecord: RecordDeclaration = {
  kind: registrationEntity,
  label: 'registration.kind',
  titles: { table: 'registration', key: 'reg_idx', title: 'learner_id' },
  acts: [{ key: 'registration.heading', icon: 'redeem', href: '/registration' }],
  references: registrationReferences,
  refs: { event_idx: () => 'event', cid: () => 'collection' },
  fields: {
    learner_id: 'registration.learner_id',
    cid: 'registration.collection',
    code: 'registration.code',
    event_idx: 'registration.event',
  },
};

/** Learners have no records here; they are found by their registrations. */
export const learnerRecord: RecordDeclaration = {
  kind: 'learner',
  label: 'registration.learner',
  find: { icon: 'people', by: findLearnersByText },
};

// How many learners the finder shows next to records of other kinds, and how many registrations it looks at for them.
const hits = 5;
const mostRead = 200;

/** This ID, and others that begin with it. */
async function findLearnersByText({ db }: Context, text: string): Promise<RecordHit[]> {
  const { rows } = await sql<{ learner_id: string }>`
    select distinct learner_id from (
      select learner_id from registration where learner_id >= ${text} order by learner_id limit ${sql.lit(mostRead)}) near
    where starts_with(learner_id, ${text}) order by learner_id limit ${sql.lit(hits)}`.execute(db);
  return rows.map(({ learner_id }) => ({
    label: learner_id,
    detail: '',
    href: `/registration?${new URLSearchParams({ learner_id })}`,
  }));
}
