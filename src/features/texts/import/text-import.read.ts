import { pageSize } from '#kernel/db/paging.ts';
import type { Records } from '#kernel/records/records.ts';
import type { Context } from '#kernel/work/context.ts';
import { textId } from '../file/text-file.rules.ts';
import type { TextImportState, TextRow } from '../texts.contract.ts';
import { getTextImport, listCells } from './text-import.store.ts';
import { type PlannedCell, planTexts } from './text-plan.read.ts';

const states = ['wrong', 'conflict', 'changed'] as const;

/** What an import would change now, or what it changed once it is applied; a page of its texts. */
export async function showTextImport(
  ctx: Context,
  records: Records,
  timpIdx: number,
  page: number,
): Promise<TextImportState> {
  const { file_name: file, ...row } = await getTextImport(ctx.db, timpIdx);
  const cells = await listCells(ctx.db, timpIdx, row.status !== 'ready');
  const planned = (await planTexts(ctx, records, cells)).map((one) =>
    row.status === 'ready' ? one : { ...one, state: 'changed' as const, problem: null },
  );
  const by = Map.groupBy(planned, ({ state }) => state);
  const count = (state: PlannedCell['state']) => by.get(state)?.length ?? 0;
  const shown = states.flatMap((state) => by.get(state) ?? []).slice((page - 1) * pageSize, page * pageSize);
  return {
    ...row,
    file,
    changed: count('changed'),
    same: count('same'),
    conflicts: count('conflict'),
    wrong: count('wrong'),
    rows: shown.map((one) => rowOf(ctx, one)),
  };
}

function rowOf(ctx: Context, { cell, text, state, now, problem }: PlannedCell): TextRow {
  return {
    place: cell.place,
    id: textId(cell.kind, cell.record_id, cell.field),
    what: cell.kind,
    context: text?.context ?? cell.record_id,
    field: cell.field,
    label: text ? ctx.text(text.label) : cell.field,
    language: cell.locale,
    state: state === 'same' ? 'changed' : state,
    before: cell.before ?? now,
    after: cell.given,
    message: problem && ctx.text(problem.key, problem.values),
  };
}
