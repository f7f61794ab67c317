import type { BookWords } from '#features/book/book-words.public.ts';
import type { Context } from '#kernel/work/context.ts';
import { readReadiness } from './readiness.read.ts';
import { type MissingFigures, requirementKeys } from './readiness.rules.ts';

/** What one book lacks, as its card says it. */
export async function gapsOf(ctx: Context, bidx: number): Promise<string[]> {
  const requirements = await readReadiness(ctx, bidx);
  return requirements.filter(({ isMissing }) => isMissing).map(({ text }) => text);
}

/** What many books lack, in figures. */
export function gapsOfMany(ctx: Context, figures: MissingFigures & { silent: number }): string[] {
  const t = ctx.translate<BookWords>();
  return requirementKeys.flatMap((key) => {
    // Which sentences readers cannot hear says more than how many books have one.
    const count = key === 'audio' ? figures.silent : figures[`no_${key}`];
    return count > 0 ? [t(`book.publish_no_${key}`, { count })] : [];
  });
}
