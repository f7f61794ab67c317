import type { WholeBack } from '#kernel/records/undoable.ts';
import { type ChangedRows, changedBack, changedPart, filled } from './roadmap.rules.ts';
import { auditedOf, roadmapKind } from './roadmap.service.ts';
import { listBooks, lockRoadmap, updateRows } from './roadmap.store.ts';
import { saveRoadmapVersion } from './roadmap-versions.service.ts';

/**
 * The rows that a move or an arrangement changed are as before, without books deleted since. Refused once anybody changed the
 * roadmap again, because any change renumbers rows.
 */
export const rowsBack: WholeBack<ChangedRows> = {
  whole: async (ctx, id, changed) => {
    const grpIdx = Number(id);
    const stored = await lockRoadmap(ctx.db, grpIdx);
    const earlier = stored && changedBack(stored.rows, changed);
    if (!earlier) return false;
    const existing = new Set((await listBooks(ctx.db, earlier.flat())).map(({ bid }) => bid));
    const rows = filled(earlier.map((row) => row.filter((bid) => existing.has(bid))));
    await updateRows(ctx.db, grpIdx, stored.rows, rows);
    await saveRoadmapVersion(ctx, grpIdx, stored.rows, rows);
    ctx.changed(roadmapKind, grpIdx);
    ctx.audit({ entity: roadmapKind, id, action: 'roadmap.arranged', ...auditedOf(changedPart(stored.rows, rows)) });
    return true;
  },
};
