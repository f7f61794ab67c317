import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import { AppError } from '#kernel/errors.ts';
import type { NewPreview } from './preview.contract.ts';
import type { PreviewLinks } from './preview-links.service.ts';

export const previewEntity = 'preview';

const daySeconds = 86_400;

/** Makes a link to a preview. Whoever has it sees what is not public yet, so the record's history tells of it. */
export async function sharePreview(
  ctx: Context,
  links: PreviewLinks,
  { of, id, at, days }: NewPreview,
): Promise<{ href: string; expires_at: number }> {
  if (!(await isThere(ctx, of, id))) throw new AppError(404, 'error.not_found', undefined, { field: 'id' });
  const until = Math.floor(ctx.now.getTime() / 1000) + days * daySeconds;
  const shown = of === 'book' ? 0 : at;
  ctx.audit({
    entity: previewEntity,
    id,
    action: 'preview.shared',
    after: { at: shown, until },
    of: { entity: of, id },
  });
  return { href: links.href({ of, id, at: shown, until }), expires_at: until };
}

async function isThere({ db }: Context, of: NewPreview['of'], id: string): Promise<boolean> {
  const { rows } = await (of === 'book'
    ? sql`select from book where bid = ${id}`
    : sql`select from collection where cid = ${id}`
  ).execute(db);
  return rows.length > 0;
}
