import { type RawBuilder, sql } from 'kysely';
import { countFound } from '#kernel/db/list-page.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { ReferenceFinder } from '#kernel/records/references.ts';
import type { Context } from '#kernel/work/context.ts';
import { learnerHref } from './learner-id.rules.ts';
import { insertParticipant } from './participant/participant.service.ts';
import { registrationEntity } from './registration.public.ts';

// How many learners a refusal or a panel lists by name.
const named = 3;

/** The conditions for registrations of a collection, an event, a code or a batch, by their ids as an array of texts. */
const ofRecords: Record<string, (ids: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  collection: (ids) => sql`cidx = any((${ids})::integer[])`,
  event: (ids) => sql`event_idx = any((${ids})::integer[])`,
  code: (ids) => sql`code = any(${ids})`,
  code_batch: (ids) => sql`code in (
    select k.code from code k where k.cg_idx = any((${ids})::integer[]) and k.activated_date > 0)`,
};

/** The filters of the list of registrations, by kind of record. */
const filters: Record<string, string> = { collection: 'cidx', event: 'event_idx' };

/** The learners who are registered for a collection, have joined an event or redeemed a code. */
const registrationReferences: readonly ReferenceFinder[] = Object.entries(ofRecords).map(([of, condition]) => {
  const filter = filters[of];
  return {
    of,
    ...(of === 'collection' && { reason: 'registration.keeps_collection' }),
    ...(of === 'event' && { refusal: 'event.has_participants' }),
    hasTextIds: of === 'code',
    ...(filter && { all: (_ctx: Context, id: string | number) => `/registration?${filter}=${id}` }),
    find: (ctx, ids) => findRegistrations(ctx, condition(sql`${ids.map(String)}::text[]`)),
    referenced: async (ctx, ids) => {
      const { rows } = await sql<{ id: string }>`
        select id from unnest(${ids}::text[]) id
        where exists (select from registration where ${condition(sql`array[id]`)})`.execute(ctx.db);
      return rows.map(({ id }) => id);
    },
  };
});

/** There may be millions, so the count has an upper bound. */
async function findRegistrations(ctx: Context, condition: RawBuilder<unknown>) {
  const found = sql`from registration where ${condition}`;
  const [count, { rows }] = await Promise.all([
    countFound(ctx.db, sql`select 1 ${found}`),
    sql<{ learner_id: string }>`
      select learner_id ${found} order by reg_idx desc limit ${sql.lit(named)}`.execute(ctx.db),
  ]);
  const first = rows.map(({ learner_id }) => ({
    label: learner_id,
    kind: 'registration.kind',
    href: learnerHref(ctx.refs.of(learner_id)),
  }));
  return { count, first };
}

export const registrationRecord: RecordDeclaration = {
  kind: registrationEntity,
  label: 'registration.kind',
  titles: { table: 'registration', key: 'reg_idx', title: 'learner_id' },
  acts: [{ key: 'registration.heading', icon: 'redeem', href: '/registration' }],
  references: registrationReferences,
  existence: { insert: insertParticipant },
  refs: { event_idx: () => 'event', cid: () => 'collection' },
  fields: {
    learner_id: 'registration.learner_id',
    cid: 'registration.collection',
    code: 'registration.code',
    event_idx: 'registration.event',
    shown_in: 'registration.field_shown_in',
  },
};
