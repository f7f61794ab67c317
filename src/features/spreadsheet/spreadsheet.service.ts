import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Caller } from '#kernel/work/unit-of-work.ts';
import { Issuer } from './issuer.service.ts';
import { spreadsheetMessages } from './spreadsheet.messages.ts';
import { deleteAccount, findAccount } from './spreadsheet.store.ts';
import { openTokens } from './stored-tokens.store.ts';

export const entity = 'spreadsheet_account';

/** The spreadsheet account of one member of staff, for calls and the screen. */
export interface AccountState {
  /** Whether this installation reads cloud spreadsheets at all. */
  configured: boolean;
  connected: boolean;
  email: string | null;
}

/** The owner of the account; every call and page here has one, jobs have none. */
export function ownerOf({ actor }: Pick<Caller, 'actor'>): number {
  const staff = staffOf(actor);
  if (!staff) throw new AppError(401, 'error.sign_in');
  return staff.staffIdx;
}

export async function accountState({ config }: Pick<Kernel, 'config'>, ctx: Context): Promise<AccountState> {
  const configured = config.spreadsheets !== undefined;
  const row = configured ? await findAccount(ctx.db, ownerOf(ctx)) : undefined;
  const connected = row !== undefined && (await openTokens(config, row)) !== undefined;
  return { configured, connected, email: connected ? row.email : null };
}

/**
 * Rejects (409, 'Failed on setting credentials for file uploading') callers without a connected spreadsheet account if
 * the configuration names an issuer; otherwise does nothing.
 */
export async function requireSpreadsheetAccount(kernel: Pick<Kernel, 'config'>, ctx: Context): Promise<void> {
  const { configured, connected } = await accountState(kernel, ctx);
  if (configured && !connected) throw spreadsheetMessages.error(409, 'spreadsheet.no_credentials');
}

/** Deletes the tokens, then has the issuer revoke them if it can. */
export async function disconnect({ config, work }: Pick<Kernel, 'config' | 'work'>, caller: Caller): Promise<void> {
  const row = await work.write(caller, async (ctx) => {
    const removed = await deleteAccount(ctx.db, ownerOf(ctx));
    if (!removed) throw spreadsheetMessages.error(404, 'spreadsheet.not_connected');
    const { staff_idx: id, email } = removed;
    ctx.audit({ entity, id, action: 'spreadsheet_account.disconnected', before: { email } });
    return removed;
  });
  const tokens = await openTokens(config, row);
  if (!config.spreadsheets || !tokens) return;
  // They are already deleted here: an issuer that does not respond must not keep the account connected.
  await Issuer.find(config.spreadsheets)
    .then((issuer) => issuer.revoke(tokens))
    .catch(() => undefined);
}
