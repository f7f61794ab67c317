import { setTimeout as sleep } from 'node:timers/promises';
import type { SpreadsheetsConfig } from '#kernel/config/config.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Caller } from '#kernel/work/unit-of-work.ts';
import { Issuer } from './issuer.service.ts';
import { spreadsheetMessages } from './spreadsheet.messages.ts';
import { entity, ownerOf } from './spreadsheet.service.ts';
import {
  type AccountRow,
  type Claim,
  claimRefresh,
  deleteClaimed,
  endClaim,
  findAccount,
} from './spreadsheet.store.ts';
import { closeTokens, openTokens } from './stored-tokens.store.ts';

// A token that expires sooner is refreshed first: its request takes time as well. Milliseconds.
const marginMs = 60_000;

// Longer than two responses of an issuer can take. After that, a process that died has lost its claim. Milliseconds.
const claimMs = 30_000;

// How often waiting callers look for a new token, and for how long. Milliseconds.
const pollMs = 200;
const waitMs = claimMs + 5000;

/** Returns the caller's access token; `refused` is a token that the service has rejected. */
export type AccessTokens = (refused?: string) => Promise<string>;

/**
 * Returns the caller's access token, refreshed if it is about to expire or was rejected. One process refreshes while
 * the others wait, and none of them holds a database connection meanwhile. Rejects with 409 if nobody is signed in to
 * the spreadsheet account (any more), with 503 if the issuer does not respond.
 */
export function accessTokens(
  kernel: Pick<Kernel, 'config' | 'work'>,
  spreadsheets: SpreadsheetsConfig,
  caller: Caller,
): AccessTokens {
  const { config, work } = kernel;
  const read = async (ctx: Context, refused: string | undefined) => {
    const row = await findAccount(ctx.db, ownerOf(ctx));
    const tokens = row && (await openTokens(config, row));
    if (!row || !tokens) throw spreadsheetMessages.error(409, 'spreadsheet.not_connected');
    const lasts = Date.parse(row.expires_at) - ctx.now.getTime() > marginMs;
    return { row, tokens, fresh: lasts && tokens.access !== refused };
  };
  return async (refused) => {
    const end = performance.now() + waitMs;
    while (performance.now() < end) {
      const { row, tokens, fresh } = await work.read(caller, (ctx) => read(ctx, refused));
      if (fresh) return tokens.access;
      const claim = await work.write(caller, (ctx) => claimed(ctx, row));
      const access = claim && (await refresh(kernel, spreadsheets, { caller, claim, token: tokens.refresh }));
      if (access) return access;
      if (!claim) await sleep(pollMs);
    }
    throw spreadsheetMessages.error(503, 'spreadsheet.issuer_failed');
  };
}

async function claimed(ctx: Context, row: AccountRow): Promise<Claim | undefined> {
  const until = new Date(ctx.now.getTime() + claimMs).toISOString();
  const mine = await claimRefresh(ctx.db, row, { now: ctx.now.toISOString(), until });
  return mine ? { staff_idx: row.staff_idx, until } : undefined;
}

interface Refresh {
  caller: Caller;
  claim: Claim;
  /** The refresh token, if the issuer returned one. */
  token: string | undefined;
}

/** Undefined if the account was disconnected or reconnected in the meantime. */
async function refresh(
  { config, work }: Pick<Kernel, 'config' | 'work'>,
  spreadsheets: SpreadsheetsConfig,
  { caller, claim, token }: Refresh,
): Promise<string | undefined> {
  try {
    const issued = token === undefined ? undefined : await (await Issuer.find(spreadsheets)).refresh(token);
    if (!issued) return await work.write(caller, (ctx) => endAccount(ctx, claim)).then(refuseEnded);
    const stored = await work.write(caller, async (ctx) => {
      const { tokens, expires_at } = await closeTokens(config, claim.staff_idx, issued, ctx.now);
      return endClaim(ctx.db, claim, { tokens, expires_at });
    });
    return stored ? issued.access : undefined;
  } catch (error) {
    // Releases the claim, so that the next caller need not wait for it to expire.
    await work.write(caller, (ctx) => endClaim(ctx.db, claim, {}));
    throw error;
  }
}

/** The issuer has revoked access: delete what is left of the account. */
async function endAccount(ctx: Context, claim: Claim): Promise<boolean> {
  const ended = await deleteClaimed(ctx.db, claim);
  if (!ended) return false;
  ctx.audit({ entity, id: claim.staff_idx, action: 'spreadsheet_account.ended', before: { email: ended.email } });
  return true;
}

function refuseEnded(ended: boolean): undefined {
  if (ended) throw spreadsheetMessages.error(409, 'spreadsheet.ended');
}
