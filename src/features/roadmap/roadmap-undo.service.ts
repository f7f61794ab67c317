import { commonMessages } from '#kernel/messages/common.messages.ts';
import type { ActUndo } from '#kernel/records/act-undo.ts';
import { getAct } from '#kernel/records/acts.ts';
import { requireNothingSince } from '#kernel/records/fields-undo.ts';
import { changedBack, changedPart, filled } from './roadmap.rules.ts';
import { auditedOf, roadmapKind } from './roadmap.service.ts';
import { findChangedRows, listBooks, lockRoadmap, updateRows } from './roadmap.store.ts';
import { saveRoadmapVersion } from './roadmap-versions.service.ts';

/**
 * Undoes a move or an arrangement: the rows it changed are as before, without books deleted since. Refused once anybody
 * changed the roadmap again, because any change renumbers rows.
 */
export const roadmapUndo: ActUndo = {
  require: requireNothingSince,
  foresee: async () => ({ back: 1, kept: 0, first: [] }),
  undo: async (ctx, { of }) => {
    const grpIdx = Number((await getAct(ctx, of)).entity_id);
    const stored = await lockRoadmap(ctx.db, grpIdx);
    await requireNothingSince(ctx, of);
    const changed = await findChangedRows(ctx.db, of);
    const earlier = stored && changed && changedBack(stored.rows, changed);
    if (!earlier) throw commonMessages.error(409, 'undo.impossible');
    const existing = new Set((await listBooks(ctx.db, earlier.flat())).map(({ bid }) => bid));
    const rows = filled(earlier.map((row) => row.filter((bid) => existing.has(bid))));
    await updateRows(ctx.db, grpIdx, stored.rows, rows);
    await saveRoadmapVersion(ctx, grpIdx, stored.rows, rows);
    ctx.changed(roadmapKind, grpIdx);
    const { before, after } = auditedOf(changedPart(stored.rows, rows));
    return { back: 1, kept: 0, before, outcome: after };
  },
};
