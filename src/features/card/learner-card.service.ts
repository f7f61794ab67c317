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
// What a card has room for.
const named = 5;

type Row = LearnerCard['last'] & LearnerCard['rights'][number] & { registrations: number; active_ones: number };

/** The card of a learner: their registrations in figures, and the last ones. */
export async function findLearnerCard(ctx: Context, learner_id: string): Promise<LearnerCard | undefined> {
  const { rows } = await sql<Row>`
    with own as (
      select r.reg_idx, r.registered_at, r.cidx, r.code, coalesce(ends.at, 0) as expires_at,
        coalesce(k.is_canceled, 0) as canceled_at,
        coalesce(k.is_canceled, 0) = 0 and (ends.at = 0 or ends.at > ${inSeconds(ctx.now)}) as active
      from registration r left join code k on k.code = r.code,
        lateral (select coalesce(k.expired_date, r.expires_at) as at) ends
      where r.learner_id = ${learner_id} and r.shown_in is null order by r.reg_idx desc limit ${sql.lit(counted)}
    )
    select own.reg_idx, own.registered_at, own.code, own.expires_at, own.canceled_at, own.active, c.cid,
      coalesce(t.title, c.cid) as collection,
      (select count(*) from own) as registrations, (select count(*) from own where active) as active_ones
    from own join collection c on c.cidx = own.cidx
    left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
    order by own.reg_idx desc limit ${sql.lit(named)}`.execute(ctx.db);
  const [last] = rows;
  if (!last) return undefined;
  const { registrations, active_ones: active } = last;
  const ref = ctx.refs.of(learner_id);
  const story = new Story(ctx);
  const sentence = story.say('card.learner_story', {
    learner: story.link(learner_id, learnerHref(ref)),
    count: registrations,
    active,
    collection: story.link(last.collection, `/collection/${last.cid}`),
    day: story.day(last.registered_at),
  });
  return {
    kind: 'learner',
    learner_id,
    ref,
    story: story.segments(sentence),
    registrations,
    active,
    last: { registered_at: last.registered_at, cid: last.cid, collection: last.collection, code: last.code },
    rights: rows.map(({ reg_idx, collection, expires_at, canceled_at, active: is }) => ({
      reg_idx,
      collection,
      expires_at,
      canceled_at,
      active: is,
    })),
  };
}
