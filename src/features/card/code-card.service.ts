import { showCode } from '#features/code/code.public.ts';
import { learnerHref } from '#features/registration/registration.public.ts';
import { listTries } from '#features/registration/tries.public.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { today } from '#kernel/work/days.ts';
import type { CodeCard } from './card.contract.ts';
import type { CardWords } from './card.messages.ts';
import { type CodeAct, codeActs, reasonsAgainst } from './code-acts.rules.ts';
import { findCodeFacts } from './code-card.read.ts';
import { Story } from './story.service.ts';

/** How many refused tries a card shows. */
export const shownTries = 3;

const dayMs = 86_400_000;

/** The card of a code of a batch. */
export async function findCodeCard(ctx: Context, code: string): Promise<CodeCard | undefined> {
  const facts = await findCodeFacts(ctx, code);
  if (!facts) return undefined;
  const { issuing: _issuing, ...shown } = facts;
  const now = inSeconds(ctx.now);
  const field = facts.activated_date > 0 ? 'expired_date' : 'valid_until';
  const end = facts[field];
  const t = ctx.translate<CardWords>();
  const against = reasonsAgainst(facts);
  const refused = Object.fromEntries(
    codeActs.map((act) => [act, against[act] === null ? null : t(`card.${against[act]}`)]),
  ) as Record<CodeAct, string | null>;
  return {
    kind: 'code',
    ...shown,
    ref: facts.learner_id === null ? null : ctx.refs.of(facts.learner_id),
    story: storyOf(ctx, shown),
    days_left: end > now ? daysBetween(today(ctx), dayOf(ctx, end - 1)) : null,
    // Days are added to the last day, or to today once it is over.
    extends: against.extend === null ? { field, from: dayOf(ctx, Math.max(end - 1, now)) } : null,
    tries: await listTries(ctx, { code }, { limit: shownTries }),
    refused,
  };
}

const daysBetween = (day: string, other: string) => (Date.parse(other) - Date.parse(day)) / dayMs;

const dayOf = ({ timeZone }: Context, at: number) => today({ now: new Date(at * 1000), timeZone });

type Described = Omit<CodeCard, 'kind' | 'story' | 'ref' | 'days_left' | 'extends' | 'tries' | 'refused'>;

/** Where a code came from, who has used it, and how it stands. */
function storyOf(ctx: Context, code: Described) {
  const story = new Story(ctx);
  const { say } = story;
  const issued = say('card.issued', {
    customer: story.link(code.customer, `/customer/${code.cust_idx}`),
    day: story.day(code.issued_at),
  });
  return story.segments(
    say('card.story', { issued, used: describeUse(ctx, story, code), now: describeNow(ctx, story, code) }),
  );
}

function describeUse(
  ctx: Context,
  story: Story,
  { activated_date: at, learner_id: learner, state }: Described,
): string {
  if (at === 0) return story.say(state === 'issued' ? 'card.unused' : 'card.never');
  const day = story.day(at);
  if (learner === null) return story.say('card.used', { day });
  const link = story.link(learner, learnerHref(ctx.refs.of(learner)));
  return story.say('card.used_by', { learner: link, day });
}

function describeNow(ctx: Context, story: Story, code: Described): string {
  const { say } = story;
  const { state, activated_date: used, expired_date: end, valid_from: from, valid_until: until } = code;
  const { waits_for: waits } = code;
  if (state === 'canceled') return describeCancelled(story, code);
  if (state === 'active') return end === 0 ? say('card.runs') : say('card.runs_until', { day: story.lastDay(end) });
  if (state === 'expired')
    return used > 0
      ? say('card.ended', { day: story.lastDay(end) })
      : say('card.lapsed', { day: story.lastDay(until) });
  if (from > inSeconds(ctx.now)) {
    const first = { from: story.day(from) };
    return until === 0 ? say('card.from', first) : say('card.from_until', { ...first, day: story.lastDay(until) });
  }
  if (waits !== null) return say(`card.waits_${waits}`, { days: code.valid_days });
  return until === 0 ? say('card.open') : say('card.until', { day: story.lastDay(until) });
}

function describeCancelled(story: Story, { is_canceled: at, withdrawn, leaked, replaced_by: twin }: Described): string {
  const day = story.day(at);
  if (twin !== null)
    return story.say('card.replaced_by', { code: story.link(showCode(twin), `/code?code=${twin}`), day });
  if (leaked) return story.say('card.leaked', { day });
  return story.say(withdrawn ? 'card.withdrawn' : 'card.canceled', { day });
}
