import type { Write } from '#kernel/http/api-handlers.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import { thisMonth } from '#kernel/work/days.ts';
import { judgeDraft } from './check/judge-draft.ts';
import { protectedText } from './check/protect.rules.ts';
import { draftMessages } from './draft.messages.ts';
import { draftEntity, type DraftProblem, trialText } from './draft.rules.ts';
import { requestMs } from './draft.job.ts';
import { getChosen } from './draft.service.ts';
import { addUsed, findUsed, returnUsed } from './draft-month.store.ts';
import { ProviderProblem } from './provider/provider.ts';
import { sendPassage } from './provider/send-passage.ts';

interface Trial {
  text: string | null;
  problem: string | null;
  duration_ms: number;
}

/** Has the provider translate one sentence; it is checked as drafts are and not stored, but counts for the month. */
export async function tryProvider({ config }: Pick<Kernel, 'config'>, write: Write, to: Locale): Promise<Trial> {
  const { length } = trialText;
  const { name, access, month } = await write(async (ctx) => {
    if (to === 'en') throw draftMessages.errorWith(400, 'draft.same_language', { field: 'to' });
    const chosen = await getChosen(ctx, config);
    const counted = thisMonth(ctx);
    const limit = chosen.setting.characters_a_month;
    if (!(await addUsed(ctx.db, counted, length, limit))) {
      const left = Math.max(limit - (await findUsed(ctx.db, counted)), 0);
      throw draftMessages.error(409, 'draft.limit', { characters: length, left });
    }
    ctx.audit({ entity: draftEntity, id: 'trial', action: 'draft.tried', after: { provider: chosen.name } });
    return { ...chosen, month: counted };
  });
  const start = performance.now();
  const judged = await attempt();
  const duration_ms = Math.round(performance.now() - start);
  if ('text' in judged) return { text: judged.text, problem: null, duration_ms };
  const { problem } = judged;
  return { text: null, problem: await write(async (ctx) => ctx.text(problem.key, problem.values)), duration_ms };

  async function attempt(): Promise<{ text: string } | { problem: DraftProblem }> {
    const options = { allowPrivate: config.webhookPrivate, timeoutMs: requestMs };
    try {
      const texts = [protectedText(trialText, false)];
      const [answer = ''] = await sendPassage(name, access, { texts, from: 'en', to }, options);
      return judgeDraft({ field: 'summary', locale: to, source: trialText, answer });
    } catch (error) {
      if (!(error instanceof ProviderProblem)) throw error;
      if (!error.isCounted) await write((ctx) => returnUsed(ctx.db, month, length));
      return { problem: error.problem };
    }
  }
}
