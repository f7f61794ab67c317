import { commonMessages } from '../messages/common.messages.ts';
import type { Context } from '../work/context.ts';

/** Something that is deleted together with a record: how many there are, and the message that says so ({count}). */
interface Loss {
  text: string;
  count: number;
}

/** What goes with the records of a kind when they are deleted. */
export interface Losses {
  /** The ids of this kind are texts; those of other kinds are keys. */
  hasTextIds?: boolean;
  /** What goes with one, at this moment. What there is none of is not told. */
  find(ctx: Context, id: string): Promise<Loss[]>;
  /** The message that says what an undo brings back, where that is not all of it, or not for ever. */
  undo?: string;
}

/** What goes with a record, in the reader's language, and a key that differs once the figures do. */
export interface DescribedLosses {
  figures: string[];
  seen: string;
}

/** Losses as the question before a deletion tells them. */
export function describeLosses(ctx: Context, losses: readonly Loss[], undo?: string): DescribedLosses {
  const lost = losses.filter(({ count }) => count > 0);
  const figures = lost.map(({ text, count }) => ctx.text(text, { count }));
  return {
    figures: undo === undefined ? figures : [...figures, ctx.text(undo)],
    seen: lost.map(({ text, count }) => `${text}=${count}`).join(),
  };
}

/** Losses from a statement that answers one row of counts, by the message of each. */
export const lossesIn = (texts: Readonly<Record<string, string>>, row: Readonly<Record<string, number>> = {}): Loss[] =>
  Object.entries(texts).map(([column, text]) => ({ text, count: row[column] ?? 0 }));

/**
 * Refuses to delete a record with which other things go than the caller was told (`seen`). It must be locked, so that the
 * figures are those of the deletion.
 */
export async function requireSeen(
  ctx: Context,
  losses: Losses,
  id: string | number,
  seen: string | undefined,
): Promise<void> {
  if (seen === undefined) return;
  const described = describeLosses(ctx, await losses.find(ctx, String(id)), losses.undo);
  if (described.seen !== seen) throw commonMessages.errorWith(409, 'error.losses', { details: { ...described } });
}
