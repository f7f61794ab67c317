import { sessionKind } from '../auth/sessions.ts';
import type { Change } from '../changes/change-feed.ts';
import { editedId, editorsOf, endEditing, renewEditing } from '../desk/editing.ts';
import { editingKind, liveApi } from '../desk/live.contract.ts';
import { staffBehind } from '../http/caller.ts';
import type { StreamNews } from '../http/event-stream.ts';
import { AppError } from '../messages/errors.ts';
import { marksKind } from '../records/marks.rules.ts';
import { countedActsOn, fieldMarksOn } from '../records/record-parts.ts';
import type { Context } from '../work/context.ts';
import type { Kernel } from './feature.ts';

// After this long the browser reconnects and is authenticated again: accounts lose rights, sessions expire.
const lastsMs = 10 * 60_000;

/** Mounts the calls that keep open screens up to date: changes and news as they happen, and who is editing what. */
export function liveRoutes(
  { api, events, records }: Pick<Kernel, 'api' | 'events' | 'records'>,
  newsFor: (ctx: Context) => Promise<StreamNews>,
): void {
  api(liveApi, {
    'GET /api/v1/live': async ({ ctx, request, query: { kinds, kind, id, after, tab } }) => {
      const staff = staffBehind(request);
      if (!staff) throw new AppError(401, 'error.sign_in');
      const record = kind !== undefined && id !== undefined ? { kind, id } : null;
      return events.open(request, {
        ...(after === undefined ? { from: 'now' } : { after }),
        wants: wanted(kinds, record),
        payload: (change) => ({
          kind: change.kind,
          id: change.id,
          by: change.by,
          own: tab !== undefined && change.tab === tab,
          at: change.at,
        }),
        ends: (change) =>
          (change.kind === sessionKind && change.id === staff.sessionId) ||
          (change.kind === 'staff' && change.id === String(staff.staffIdx)),
        lastsMs,
        news: await newsFor(ctx),
      });
    },
    'GET /api/v1/mark': async ({ ctx, query: { kind, id } }) => ({
      results: (await countedActsOn(ctx, records.all, kind, id)).flatMap(({ href, count }) =>
        count === undefined ? [] : [{ href, count }],
      ),
    }),
    'GET /api/v1/mark/field': async ({ ctx, query: { kind, id } }) => ({
      results: await fieldMarksOn(ctx, records.all, kind, id),
    }),
    'GET /api/v1/editing': async ({ ctx, query }) => ({ results: { editors: await editorsOf(ctx, query) } }),
    'POST /api/v1/editing': async ({ ctx, body }) => {
      await renewEditing(ctx, body);
      return { results: { editors: await editorsOf(ctx, body, body.form) } };
    },
    'DELETE /api/v1/editing': ({ ctx, query }) => endEditing(ctx, query),
  });
}

/** Changes of sessions and forms are sent only to those they concern. */
const quiet = new Set([sessionKind, editingKind]);

function wanted(kinds: string, record: { kind: string; id: string } | null): (change: Change) => boolean {
  const named = new Set(kinds.split(','));
  const edited = record && editedId(record);
  return ({ kind, id }) => {
    if (quiet.has(kind)) return kind === editingKind && id !== null && id === edited;
    // Those who look at a record see how many things its buttons lead to.
    if (record && kind === marksKind(record.kind)) return id === null || id === record.id || named.has(kind);
    if (kind === record?.kind) return id === null || id === record.id;
    return kinds === '*' || named.has(kind);
  };
}
