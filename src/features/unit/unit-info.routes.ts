import { sendExport, template } from '#kernel/http/export.ts';
import type { StagedChange } from '#kernel/changesets/kinds.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { listKnownHeadings } from '#kernel/sheets/sheet-headings.ts';
import type { Context } from '#kernel/work/context.ts';
import { unitsIn } from './unit-info.changes.ts';
import { unitInfoApi } from './unit-info.contract.ts';
import { unitColumns, unitSheet } from './unit-info.rules.ts';
import { deleteUnitInfo, getUnitInfo, saveUnitInfo } from './unit-info.service.ts';
import type { UnitEditorData } from './unit-editor.tsx';
import { readUnitSheet } from './unit-info-sheet.service.ts';

export function unitInfoRoutes({ api, storage }: Kernel): void {
  api(unitInfoApi, {
    'GET /api/v5/book/unit': async ({ ctx, query }) => ({ data: await getUnitInfo(ctx, query.bid) }),
    'POST /api/v5/book/unit': async ({ ctx, body }) => ({
      data: { success: true, version: await saveUnitInfo(ctx, body) },
    }),
    'POST /api/v5/book/unit/sheet': async ({ request }) => ({ data: await readUnitSheet(storage, request) }),
    'GET /api/v5/book/unit/template': ({ ctx, query: { as }, reply }) =>
      sendExport({ ctx, reply }, { title: unitSheet, as, ...template(unitColumns) }),
    'DELETE /api/v5/book/unit/:bid': async ({ ctx, params, body }) => {
      await deleteUnitInfo(ctx, params.bid, body?.version);
      return { data: { success: true } };
    },
  });
}

/** The page of a book's units. `staged` is what the release that the reader works on makes of them. */
export async function unitEditor(ctx: Context, bid: string, staged: StagedChange | undefined): Promise<UnitEditorData> {
  const { bidx, unitInfo, version } = await getUnitInfo(ctx, bid);
  return {
    bidx,
    unitInfo,
    version,
    known: await listKnownHeadings(ctx, unitSheet),
    staged: staged ? { release: staged.release, units: unitsIn(staged.fields) } : null,
  };
}
