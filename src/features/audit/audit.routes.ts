import { listActors } from '#features/staff/staff.public.ts';
import { sentTogether } from '#kernel/db/sent-together.ts';
import { view } from '#kernel/http/web.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { mountList } from '#kernel/mount/list.ts';
import { getAct } from '#kernel/records/acts.ts';
import type { Context } from '#kernel/work/context.ts';
import { ActParams, auditApi, auditQueries, HistoryParams, systemActor } from './audit.contract.ts';
import { describeRows, exportAudit, historyOf, recordsOfAct } from './audit.service.ts';
import { listAudit, valuesInUse } from './audit.store.ts';
import type AuditAct from './audit-act.view.tsx';
import type AuditHistory from './audit-history.view.tsx';
import type AuditList from './audit-list.view.tsx';
import { AuditNames } from './audit-names.service.ts';
import { restoreValues } from './restore.service.ts';

export function auditRoutes(kernel: Kernel): void {
  const { api, web, records } = kernel;
  api(auditApi, {
    'GET /api/v1/audit/of/:entity/:id': async ({ ctx, params, query }) => ({
      results: await historyOf(ctx, kernel, { ...params, before: query.before }),
    }),
    'GET /api/v1/audit/act/:act_idx': async ({ ctx, params, query: { entity, id } }) => {
      const { act_idx: act } = await getAct(ctx, params.act_idx);
      const after = entity !== undefined && id !== undefined ? { entity, id } : undefined;
      return { results: await recordsOfAct(ctx, kernel, { act, after }) };
    },
    'PUT /api/v1/audit/of/:entity/:id/restore': ({ ctx, params, body }) =>
      restoreValues(ctx, records, { ...params, ...body }),
  });
  mountList(kernel, {
    offer: { path: '/audit' },
    view: view<typeof AuditList>('audit/audit-list'),
    follows: ['*'],
    title: (t) => t('audit.heading'),
    replica: true,
    queries: auditQueries,
    find: async (ctx, filter, request) => {
      const found = await listAudit(ctx, filter, request);
      return { ...found, rows: await describeRows(ctx, kernel, found.rows) };
    },
    sheet: {
      path: '/api/v1/audit/export',
      summary: 'The audit trail that matches these filters, in this order, as a sheet',
      title: 'audit',
      of: (ctx, filter, order) => exportAudit(ctx, kernel, filter, order),
    },
    more: async (ctx) => ({ options: await filterOptions(ctx, kernel) }),
  });
  web.fragment('/audit/of/:entity/:id', {
    view: view<typeof AuditHistory>('audit/audit-history'),
    params: HistoryParams,
    within: ({ params: { entity, id } }) => records.hrefOf(entity, id) ?? '/audit',
    load: async ({ ctx, params }) => ({
      ...params,
      kind: new AuditNames(ctx, records).kind(params.entity),
      title: (await records.titles(ctx, [params]))(params.entity, params.id) ?? params.id,
      history: await historyOf(ctx, kernel, params),
    }),
  });
  web.fragment('/audit/act/:act_idx', {
    view: view<typeof AuditAct>('audit/audit-act'),
    params: ActParams,
    within: '/audit',
    load: async ({ ctx, params }) => {
      const found = await getAct(ctx, params.act_idx);
      const { act_idx: act, entity, action, at, actor, undone } = found;
      const names = new AuditNames(ctx, records);
      const undo = await kernel.undos.foresee(ctx, found).catch(noneIfRefused);
      return {
        act,
        heading: `${names.kind(entity)}: ${names.action(entity, action)}`,
        at,
        actor,
        undone,
        undo: undo && { back: undo.back, kept: undo.kept },
        records: await recordsOfAct(ctx, kernel, { act }),
      };
    },
  });
}

/** An act that can no longer be undone is shown without the offer to undo it. */
function noneIfRefused(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}

/** The options of the screen's filters: accounts, and the kinds and acts in the trail. */
async function filterOptions(ctx: Context, { records }: Kernel) {
  const db = sentTogether(ctx.db);
  const [actors, entities, actions] = await Promise.all([
    listActors(ctx),
    valuesInUse(db, 'entity'),
    valuesInUse(db, 'action'),
  ]);
  const names = new AuditNames(ctx, records);
  return {
    actors: [
      { value: systemActor, label: ctx.text('actor.system') },
      ...actors.map((id) => ({ value: id, label: id })),
    ],
    entities: entities.map((entity) => ({ value: entity, label: names.kind(entity) })),
    actions: actions.map((action) => {
      const entity = action.slice(0, Math.max(0, action.indexOf('.')));
      return { value: action, label: `${names.kind(entity)}: ${names.action(entity, action)}` };
    }),
  };
}
