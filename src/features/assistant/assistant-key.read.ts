import { countOpen, mostOpen } from '#features/approval/approval-proposals.public.ts';
import { mostProposed } from '#kernel/work/approval.ts';
import { type KeyRow, listKeys } from '#kernel/auth/api-keys.ts';
import { AppError } from '#kernel/messages/errors.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { type AssistantRight, actorName, assistantRights } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { daySeconds } from '#kernel/work/short-lived.ts';
import type { Proposal } from './assistant.contract.ts';
import { mostPerMinute } from './assistant.service.ts';
import { readUses } from './assistant.store.ts';
import { readProposals } from './proposal.read.ts';

// For how long its proposals stand on its page. Days.
const shownDays = 30;

/** An assistant's page: its key, what it proposed in the last 30 days, and how near it is to its limits. */
export interface AssistantPage {
  row: KeyRow;
  /** Whether it speaks for who reads its page. */
  isOwn: boolean;
  rights: { right: AssistantRight; has: boolean }[];
  proposals: Proposal[];
  /** How many of its proposals wait, whenever they were made. */
  open: number;
  /** What it used of its tools in the last day, and the most in a minute. */
  uses: { calls: number; peak: number };
  most: { open: number; changes: number; perMinute: number };
}

export async function readAssistantPage(ctx: Context, keyIdx: number): Promise<AssistantPage> {
  const row = (await listKeys(ctx)).find((one) => one.key_idx === keyIdx);
  if (!row?.may) throw new AppError(404, 'apikey.not_found');
  const { may } = row;
  const since = inSeconds(ctx.now) - shownDays * daySeconds;
  const proposals = await readProposals(ctx, { keyIdx });
  return {
    row,
    isOwn: row.created_by === actorName(ctx.actor),
    rights: assistantRights.map((right) => ({ right, has: may.includes(right) })),
    proposals: proposals.filter((one) => one.created_at >= since),
    open: await countOpen(ctx, keyIdx),
    uses: await readUses(ctx, keyIdx),
    most: { open: mostOpen, changes: mostProposed, perMinute: mostPerMinute },
  };
}
