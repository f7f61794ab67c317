import { undoApi } from '../changesets/undos.contract.ts';
import { type Act, getAct, listDeletions } from '../records/acts.ts';
import { findLastTouches } from '../records/last-touch.ts';
import { inLanguage } from '../records/references.ts';
import type { Context } from '../work/context.ts';
import type { Kernel } from './feature.ts';

/** Mounts the calls that describe acts and undo them. */
export function undoRoutes({ api, undos, records }: Pick<Kernel, 'api' | 'undos' | 'records'>): void {
  const foresee = async (ctx: Context, act: Act, only?: readonly string[]) => {
    const foreseen = await undos.foresee(ctx, act, only);
    if (!foreseen) return null;
    const { back, effects = [], lostIn, kept, live = 0, removes = false, long, first } = foreseen;
    const titleOf = await records.titles(ctx, first);
    const touched = await Promise.all(
      [...Map.groupBy(first, ({ entity }) => entity)].map(async ([entity, found]) => {
        const ids = found.map(({ id }) => id);
        return [entity, await findLastTouches(ctx.db, { entity, ids, act: act.act_idx })] as const;
      }),
    );
    const touchesOf = new Map(touched);
    const named = first.map(({ entity, id, reason, touch = touchesOf.get(entity)?.get(id) }) => {
      const { actor: by = null, at = null } = touch ?? {};
      return { title: titleOf(entity, id) ?? id, href: records.hrefOf(entity, id), reason: ctx.text(reason), by, at };
    });
    const described = effects.map(({ text, values }) => ctx.text(text, values));
    const lost = lostIn && { lost_in: inLanguage(ctx, lostIn) };
    return { back, effects: described, ...lost, kept, live, removes, first: named, long };
  };
  api(undoApi, {
    'GET /api/v1/act/:act_idx': async ({ ctx, params, query: { ids } }) => {
      const act = await getAct(ctx, params.act_idx);
      const { act_idx, at, actor, entity, entity_id: id } = act;
      const href = entity.endsWith('_act') ? null : records.hrefOf(entity, id);
      const undo = await foresee(ctx, act, ids);
      const undone = undo ? null : await undos.undoneBy(ctx, act, ids);
      return { results: { act_idx, at, actor, href, undone, undo } };
    },
    'GET /api/v1/deletion': async ({ ctx, query }) => {
      const deletions = await listDeletions(ctx);
      const found = deletions.find(({ entity, id }) => records.hrefOf(entity, id) === query.href);
      if (!found) return { results: null };
      const { at, actor, act_idx: act } = found;
      const canUndo = act !== null && undos.of(await getAct(ctx, act)) !== undefined;
      return { results: { at, actor, act_idx: canUndo ? act : null } };
    },
    'POST /api/v1/act/:act_idx/undo': async ({ ctx, params, body }) => {
      const { back, kept, work_idx } = await undos.begin(ctx, params.act_idx, body?.ids);
      return { results: { back, kept, work_idx } };
    },
  });
}
