import { bookFields, checkCell } from '#features/book/book-fields.public.ts';
import { findMissingTitles } from '#features/library/book-rows.public.ts';
import { fold } from '#kernel/text/text-forms.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { entity, getImport, lockReady, planImport } from '../record/import.service.ts';
import { stagedRows } from '../record/import-row.store.ts';
import { titlesPageSize, twinsFirst } from '../rules/missing-titles.rules.ts';
import type { FoundTitles } from './import-titles.contract.ts';
import { mergeTitles, type TitleMerge } from './import-titles.store.ts';

/** One page of the missing titles that contain a text. */
export async function showTitles(
  ctx: Context,
  importIdx: number,
  { search, page }: { search: string; page: number },
): Promise<FoundTitles> {
  const { status } = await getImport(ctx, importIdx);
  if (status !== 'ready') return { titles: [], total: 0 };
  const wanted = fold(search);
  const found = twinsFirst(await findMissingTitles(ctx, stagedRows(importIdx))).filter(({ title, series }) =>
    fold(`${title} ${series ?? ''}`).includes(wanted),
  );
  const start = (page - 1) * titlesPageSize;
  return { titles: found.slice(start, start + titlesPageSize), total: found.length };
}

/** Replaces the other spellings of titles in every row, and plans the import again. */
export async function mergeSpellings(
  ctx: Context,
  importIdx: number,
  { merges, version }: { merges: readonly TitleMerge[]; version?: number | undefined },
): Promise<void> {
  const locked = await lockReady(ctx, importIdx, version);
  const rows = await mergeTitles(ctx.db, importIdx, merges.filter(isSound));
  if (rows === 0) return;
  await planImport(ctx, importIdx, locked.update_existing);
  ctx.audit({
    entity,
    id: importIdx,
    action: 'import.titles_merged',
    before: { titles: merges.flatMap(({ from }) => from).join(' · ') },
    after: { titles: merges.map(({ to }) => to).join(' · '), rows },
  });
}

/** Whether the title is valid for its field, so that merging cannot invalidate rows. */
function isSound({ kind, to }: TitleMerge): boolean {
  const field = bookFields.find(({ name }) => name === kind);
  return field !== undefined && 'value' in checkCell(field, to);
}
