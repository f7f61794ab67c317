import { sql } from 'kysely';
import { learnerHref } from '#features/registration/registration.public.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { LearnerCard } from './card.contract.ts';
import { Story } from './story.service.ts';

/** Whether a text is the whole ID of a learner. */
export async function isLearner({ db }: Context, text: string): Promise<boolean> {
  const found = await db
    .selectFrom('registration')
    .select('reg_idx')
    .where('learner_id', '=', text)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

// More than one learner ever has; the list has the rest.
const counted = 10_000;

/** The card of a learner: their registrations in figures, and the last. */
export async function findLearnerCard(ctx: Context, learner_id: string): Promise<LearnerCard | undefined> {
  const { rows } = await sql<LearnerCard['last'] & { registrations: number; active: number }>`
    with own as (
      select r.reg_idx, r.registered_at, r.cidx, r.code,
        coalesce(k.is_canceled, 0) = 0 and (ends.at = 0 or ends.at > ${inSeconds(ctx.now)}) as active
      from registration r left join code k on k.code = r.code,
        lateral (select coalesce(k.expired_date, r.expires_at) as at) ends
      where r.learner_id = ${learner_id} and r.shown_in is null order by r.reg_idx desc limit ${sql.lit(counted)}
    )
    select own.registered_at, own.code, c.cid, coalesce(t.title, c.cid) as collection,
      (select count(*) from own) as registrations, (select count(*) from own where active) as active
    from own join collection c on c.cidx = own.cidx
    left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
    order by own.reg_idx desc limit 1`.execute(ctx.db);
  const [found] = rows;
  if (!found) return undefined;
  const { registrations, active, ...last } = found;
  const ref = ctx.refs.of(learner_id);
  const story = new Story(ctx);
  const sentence = story.say('card.learner_story', {
    learner: story.link(learner_id, learnerHref(ref)),
    count: registrations,
    active,
    collection: story.link(last.collection, `/collection/${last.cid}`),
    day: story.day(last.registered_at),
  });
  return { kind: 'learner', learner_id, ref, story: story.segments(sentence), registrations, active, last };
}
