import { setTimeout as sleep } from 'node:timers/promises';
import type { SpreadsheetsConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import type { Kernel } from '#kernel/feature.ts';
import type { Caller } from '#kernel/unit-of-work.ts';
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

// A token that ends sooner is refreshed first: the request it is for takes time as well. Milliseconds.
const marginMs = 60_000;

// Longer than the two answers of an issuer may take. A process that ended meanwhile has lost its claim. Milliseconds.
const claimMs = 30_000;

// How often those who wait look whether there is a new token, and how long. Milliseconds.
const lookMs = 200;
const waitMs = claimMs + 5000;

/** Where the access token of the caller comes from; `refused` names one that the service has turned down. */
export type AccessTokens = (refused?: string) => Promise<string>;

/**
 * Answers the caller's access token, refreshed where it is about to end or was refused: by one process, while the others
 * wait for it, and none of them holds a connection of the database. Rejects with 409 where nobody is signed in to the
 * spreadsheet account (any more), with 503 where the issuer does not answer.
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
      if (!claim) await sleep(lookMs);
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
  /** The refresh token, where the issuer gave one. */
  token: string | undefined;
}

/** Undefined where the account was disconnected or connected anew meanwhile. */
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
    // Whoever comes next need not wait for a claim that came to nothing.
    await work.write(caller, (ctx) => endClaim(ctx.db, claim, {}));
    throw error;
  }
}

/** The issuer has taken the right back: what is left of the account is of no use. */
async function endAccount(ctx: Context, claim: Claim): Promise<boolean> {
  const ended = await deleteClaimed(ctx.db, claim);
  if (!ended) return false;
  ctx.audit({ entity, id: claim.staff_idx, action: 'spreadsheet_account.ended', before: { email: ended.email } });
  return true;
}

function refuseEnded(ended: boolean): undefined {
  if (ended) throw spreadsheetMessages.error(409, 'spreadsheet.ended');
}
