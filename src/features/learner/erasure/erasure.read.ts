import type { PersonalCounts } from '#kernel/records/personal-names.rules.ts';
import { countPersonal, type PersonalRows } from '#kernel/records/personal-rows.ts';
import type { Context } from '#kernel/work/context.ts';
import { isDistinct } from '#kernel/text/pseudonym.rules.ts';
import { countOf } from '../learner.read.ts';

/** What an erasure would do now, in figures. */
export interface Foreseen {
  counts: PersonalCounts;
  /** How many registrations the reader loses that are valid now. */
  active: number;
  /** Whether texts are searched for the ID: it is too short, or a word or number like any other. */
  inTexts: boolean;
}

/** Counts what is stored about a learner. */
export async function foreseeErasure(ctx: Context, personal: readonly PersonalRows[], id: string): Promise<Foreseen> {
  const { active } = await countOf(ctx, id);
  return { counts: await countPersonal(ctx, personal, id), active, inTexts: isDistinct(id) };
}
