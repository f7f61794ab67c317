import { sql } from 'kysely';
import type { PaletteHit } from '#kernel/desk/palette.ts';
import type { Context } from '#kernel/work/context.ts';

// How many learners the finder shows next to records of other kinds, and how many registrations it looks at for them.
const hits = 5;
const looked = 200;

/** Finds learners for the finder: this ID, and others that begin with it. */
export async function findLearnersByText({ db }: Context, text: string): Promise<PaletteHit[]> {
  const { rows } = await sql<{ learner_id: string }>`
    select distinct learner_id from (
      select learner_id from registration where learner_id >= ${text} order by learner_id limit ${sql.lit(looked)}) near
    where starts_with(learner_id, ${text}) order by learner_id limit ${sql.lit(hits)}`.execute(db);
  return rows.map(({ learner_id }) => ({
    label: learner_id,
    detail: '',
    href: `/registration?${new URLSearchParams({ learner_id })}`,
  }));
}
