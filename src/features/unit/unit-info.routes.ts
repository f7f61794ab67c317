import { z } from 'zod';
import { tabHref } from '#features/book/book-tabs.public.ts';
import { sendExport, template } from '#kernel/http/export.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { listKnownHeadings } from '#kernel/sheets/sheet-headings.ts';
import type { Context } from '#kernel/work/context.ts';
import { unitsIn } from './unit-info.changes.ts';
import { unitInfoApi } from './unit-info.contract.ts';
import { unitColumns, unitSheet } from './unit-info.rules.ts';
import { deleteUnitInfo, getUnitInfo, saveUnitInfo } from './unit-info.service.ts';
import { countUnits, listUnits } from './unit-info.store.ts';
import type UnitInfoForm from './unit-info-form.view.tsx';
import type { UnitPanelData } from './unit-info-panel.tsx';
import { readUnitSheet } from './unit-info-sheet.service.ts';

export function unitInfoRoutes({ api, web, storage, changeSets }: Kernel): void {
  api(unitInfoApi, {
    'GET /api/v5/book/unit': async ({ ctx, query }) => ({ data: await getUnitInfo(ctx, query.bid) }),
    'POST /api/v5/book/unit': async ({ ctx, body }) => ({
      data: { success: true, version: await saveUnitInfo(ctx, body) },
    }),
    'POST /api/v5/book/unit/sheet': async ({ request }) => ({ data: await readUnitSheet(storage, request) }),
    'GET /api/v5/book/unit/template': ({ ctx, query: { as }, reply }) =>
      sendExport({ ctx, reply }, { title: unitSheet, as, ...template(unitColumns) }),
    'DELETE /api/v5/book/unit/:bid': async ({ ctx, params }) => {
      await deleteUnitInfo(ctx, params.bid);
      return { data: { success: true } };
    },
  });
  web.fragment('/book/unit', {
    view: view<typeof UnitInfoForm>('unit/unit-info-form'),
    query: z.object({ bid: z.string().max(200) }),
    within: ({ query }) => tabHref(encodeURIComponent(query.bid), 'units'),
    load: async ({ ctx, query: { bid }, request }) => {
      const staged = await changeSets.staged(ctx, request.cookies, { kind: 'units', id: bid });
      return {
        ...(await getUnitInfo(ctx, bid)),
        known: await listKnownHeadings(ctx, unitSheet),
        staged: staged ? { release: staged.release, units: unitsIn(staged.fields) } : null,
      };
    },
  });
}

// The number of units shown on the book's page; the others are in the dialog.
const shownUnits = 50;

/** The units shown on the book's page. */
export async function unitPanel(ctx: Context, bidx: number): Promise<UnitPanelData> {
  const units = await listUnits(ctx.db, bidx, shownUnits);
  return { units, count: units.length < shownUnits ? units.length : await countUnits(ctx.db, bidx) };
}
