import { isRich } from '#features/collection/collection.public.ts';
import type { JobRun } from '#kernel/jobs/jobs.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { judgeDraft } from './check/judge-draft.ts';
import { protectedText } from './check/protect.rules.ts';
import { draftEntity, type DraftProblem, grouped } from './draft.rules.ts';
import { type Chosen, type DraftPiece, findChosen, type QueuePieces } from './draft.service.ts';
import { claimDrafts, endDrafts, findRequestMonth, interruptedDrafts, type Made, type Running } from './draft.store.ts';
import { returnUsed } from './draft-month.store.ts';
import { ProviderProblem } from './provider/provider.ts';
import { adapters, sendPassage, type SendOptions } from './provider/send-passage.ts';

const name = 'draft.make';

/** How long one request to a provider may take. Milliseconds. */
export const requestMs = 30_000;

/**
 * Declares the work that makes drafts: a request of one piece to the provider, outside of any transaction. A piece is
 * sent once at most: what is found begun by another run was interrupted, and nobody knows whether it was counted.
 */
export function defineDrafting(kernel: Pick<Kernel, 'jobs' | 'work' | 'config'>): QueuePieces {
  const { jobs, work, config } = kernel;
  const end = ({ reqIdx, caller }: DraftPiece, made: readonly Made[]) =>
    work.write(caller, async (ctx) => {
      if (made.length === 0) return;
      const { ended, free } = await endDrafts(ctx, made);
      if (ended.size === 0) return;
      await returnUsed(ctx.db, await findRequestMonth(ctx.db, reqIdx), free);
      const problems = made.filter((one) => ended.has(one.draft_idx) && 'problem' in one);
      const after = { drafts: ended.size - problems.length, refused: problems.length };
      ctx.audit({ entity: draftEntity, id: reqIdx, action: 'draft.made', after });
      ctx.changed(draftEntity, reqIdx);
    });
  const interrupt = async ({ data }: JobRun<DraftPiece>) => {
    const begun = await work.write(data.caller, (ctx) => interruptedDrafts(ctx.db, data.drafts));
    await end(data, refuse(begun, { key: 'draft.problem_interrupted' }, false));
  };
  jobs.define<DraftPiece>(name, {
    run: async (run) => {
      const { data, signal } = run;
      await interrupt(run);
      const { drafts, chosen } = await work.write(data.caller, async (ctx) => ({
        drafts: await claimDrafts(ctx.db, data.drafts),
        chosen: await findChosen(ctx, config),
      }));
      const options = { allowPrivate: config.webhookPrivate, timeoutMs: requestMs, signal };
      await end(data, chosen ? await makeDrafts(chosen, drafts, options) : refuse(drafts, { key: 'draft.off' }, true));
    },
    gaveUp: interrupt,
  });
  return (ctx, pieces) => jobs.sendAll(ctx, name, pieces);
}

const refuse = (all: readonly { draft_idx: number }[], problem: DraftProblem, isFree: boolean): Made[] =>
  all.map(({ draft_idx }) => ({ draft_idx, problem, isFree }));

type WithSource = Running & { source: string };

/** Drafts of one language, each judged alone; what fails fails for the texts of its request. */
async function makeDrafts(chosen: Chosen, all: readonly Running[], options: SendOptions): Promise<Made[]> {
  const sent = all.filter((one): one is WithSource => one.source !== null);
  const made = refuse(
    all.filter((one) => one.source === null),
    { key: 'draft.problem_changed' },
    true,
  );
  // One, unless another provider was chosen meanwhile.
  for (const some of grouped(sent, adapters[chosen.name].atOnce)) made.push(...(await makeSome(chosen, some, options)));
  return made;
}

async function makeSome({ name: provider, access }: Chosen, some: readonly WithSource[], options: SendOptions) {
  const [first] = some;
  if (!first) return [];
  const texts = some.map(({ field, source }) => protectedText(source, isRich(field)));
  try {
    const answers = await sendPassage(provider, access, { texts, from: first.from_locale, to: first.locale }, options);
    return some.map(({ draft_idx, field, locale, source }, index): Made => {
      const judged = judgeDraft({ field, locale, source, answer: answers[index] ?? '' });
      return { draft_idx, ...('text' in judged ? judged : { ...judged, isFree: false }) };
    });
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    return refuse(some, error.problem, !error.isCounted);
  }
}
