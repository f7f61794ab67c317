import type { SpreadsheetsConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import type { Kernel } from '#kernel/feature.ts';
import type { Caller } from '#kernel/unit-of-work.ts';
import { Issuer } from './issuer.ts';
import { spreadsheetMessages } from './spreadsheet.messages.ts';
import { entity, ownerOf } from './spreadsheet.service.ts';
import { type AccountRow, deleteAccount, findAccount, saveAccount } from './spreadsheet.store.ts';
import { closeTokens, openTokens } from './stored-tokens.ts';

// A token that ends sooner is refreshed first: the request it is for takes time as well. Milliseconds.
const marginMs = 60_000;

/** Where the access token of the caller comes from; `refused` names one that the service has turned down. */
export type AccessTokens = (refused?: string) => Promise<string>;

/**
 * Answers the caller's access token, refreshed where it is about to end or was refused. Rejects with 409 where nobody is
 * signed in to the spreadsheet account (any more), with 503 where the issuer does not answer.
 */
export function accessTokens(
  kernel: Pick<Kernel, 'config' | 'work'>,
  spreadsheets: SpreadsheetsConfig,
  caller: Caller,
): AccessTokens {
  const { config, work } = kernel;
  const usable = async (ctx: Context, row: AccountRow | undefined, refused: string | undefined) => {
    const tokens = row && (await openTokens(config, row));
    if (!row || !tokens) throw spreadsheetMessages.error(409, 'spreadsheet.not_connected');
    const lasts = Date.parse(row.expires_at) - ctx.now.getTime() > marginMs;
    return { row, tokens, fresh: lasts && tokens.access !== refused };
  };
  return async (refused) => {
    const kept = await work.read(caller, async (ctx) => usable(ctx, await findAccount(ctx.db, ownerOf(ctx)), refused));
    if (kept.fresh) return kept.tokens.access;
    // Found before the transaction begins: it waits for one answer of the issuer, not for two.
    const issuer = await Issuer.find(spreadsheets);
    const renewed = await work.write(caller, async (ctx) => {
      // Whoever comes second waits here, and finds what the first was given.
      const { row, tokens, fresh } = await usable(
        ctx,
        await findAccount(ctx.db, ownerOf(ctx), { lock: true }),
        refused,
      );
      if (fresh) return tokens.access;
      const issued = tokens.refresh === undefined ? undefined : await issuer.refresh(tokens.refresh);
      if (!issued) return endAccount(ctx, row);
      await saveAccount(ctx.db, { ...row, ...(await closeTokens(config, row.staff_idx, issued, ctx.now)) });
      return issued.access;
    });
    if (renewed === undefined) throw spreadsheetMessages.error(409, 'spreadsheet.ended');
    return renewed;
  };
}

/** The issuer has taken the right back: what is left of the account is of no use. */
async function endAccount(ctx: Context, { staff_idx: id, email }: AccountRow): Promise<undefined> {
  await deleteAccount(ctx.db, id);
  ctx.audit({ entity, id, action: 'spreadsheet_account.ended', before: { email } });
}
