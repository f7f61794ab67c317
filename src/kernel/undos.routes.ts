import type { Context } from './context.ts';
import type { Kernel } from './feature.ts';
import { undoApi } from './undos.contract.ts';
import { getAct } from './undos.ts';

/** Mounts the calls that describe acts and undo them. */
export function undoRoutes({ api, undos, recordLinks }: Pick<Kernel, 'api' | 'undos' | 'recordLinks'>): void {
  const foresee = async (ctx: Context, action: string, act: number) => {
    const how = undos.of(action);
    if (!how) return null;
    const { back, effects = [], kept, live = 0, first } = await how.foresee(ctx, act);
    const titleOf = await recordLinks.titles(ctx, first);
    const named = first.map(({ entity, id, reason }) => ({
      title: titleOf(entity, id) ?? id,
      href: recordLinks.hrefOf(entity, id),
      reason: ctx.text(reason),
    }));
    return {
      back,
      effects: effects.map(({ text, values }) => ctx.text(text, values)),
      kept,
      live,
      first: named,
      long: await undos.isLong(ctx, how, act),
    };
  };
  api(undoApi, {
    'GET /api/v1/act/:act_idx': async ({ ctx, params }) => {
      const { act_idx, at, actor, entity, entity_id: id, action, undone } = await getAct(ctx, params.act_idx);
      const href = entity.endsWith('_act') ? null : recordLinks.hrefOf(entity, id);
      const undo = undone ? null : await foresee(ctx, action, act_idx);
      return { results: { act_idx, at, actor, href, undone, undo } };
    },
    'POST /api/v1/act/:act_idx/undo': async ({ ctx, params }) => {
      const { back, kept, work_idx } = await undos.begin(ctx, params.act_idx);
      return { results: { success: true, back, kept, work_idx } };
    },
  });
}
