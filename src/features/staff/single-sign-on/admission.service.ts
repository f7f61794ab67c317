import { createHash } from 'node:crypto';
import type { SingleSignOnConfig } from '#kernel/config/config.ts';
import type { AppError } from '#kernel/messages/errors.ts';
import type { Context } from '#kernel/work/context.ts';
import { staffMessages } from '../staff.messages.ts';
import { addStaff, changeStaff, getStaff, isLastAdmin } from '../staff.service.ts';
import { findAccount, lockAccounts, type StaffRow } from '../staff.store.ts';
import { staffIdPattern } from '../staff-id.rules.ts';
import type { ProviderPerson } from './provider-person.service.ts';
import { findByIdentity, insertIdentity } from './single-sign-on.store.ts';

/** The account to log in to, or why access is denied. */
export type Admission = { is: 'admitted'; account: StaffRow } | { is: 'refused'; why: AppError };

/** The configured groups of the provider. */
type Groups = Pick<SingleSignOnConfig, 'adminGroup' | 'groups'>;

/**
 * Finds the account of somebody who logged in at the provider; creates it on the first visit. Their groups grant and
 * revoke admin rights, even if access is then denied. Never takes over an existing account by its ID.
 */
export async function admit(ctx: Context, person: ProviderPerson, config: Groups): Promise<Admission> {
  await lockAccounts(ctx.db);
  const known = await findByIdentity(ctx.db, person);
  const account = known && (await withRightsOf(ctx, known, person, config));
  if (account?.disabled) return { is: 'refused', why: staffMessages.error(403, 'staff.sso_disabled') };
  if (!mayEnter(person, config)) return { is: 'refused', why: staffMessages.error(403, 'staff.sso_no_group') };
  if (account) return { is: 'admitted', account };
  const id = staffIdOf(person);
  const taken = await findAccount(ctx.db, id);
  if (taken) return { is: 'refused', why: staffMessages.error(409, 'staff.sso_id_taken', { id: taken.staff_id }) };
  return { is: 'admitted', account: await firstVisit(ctx, id, person, config) };
}

const isAdminThere = ({ groups }: ProviderPerson, { adminGroup }: Groups) =>
  adminGroup !== undefined && groups.includes(adminGroup);

function mayEnter(person: ProviderPerson, config: Groups): boolean {
  const anybody = config.adminGroup === undefined && config.groups.length === 0;
  return anybody || isAdminThere(person, config) || person.groups.some((group) => config.groups.includes(group));
}

/** The account with the rights its groups give it; the last administrator remains one. */
async function withRightsOf(ctx: Context, known: StaffRow, person: ProviderPerson, config: Groups): Promise<StaffRow> {
  const isAdmin = isAdminThere(person, config);
  if (config.adminGroup === undefined || known.is_admin === isAdmin) return known;
  if (!isAdmin && (await isLastAdmin(ctx, known))) return known;
  await changeStaff(ctx, known.staff_idx, { is_admin: isAdmin }, { action: 'staff.by_group' });
  return { ...known, is_admin: isAdmin };
}

async function firstVisit(ctx: Context, id: string, person: ProviderPerson, config: Groups): Promise<StaffRow> {
  const name = (person.names.name ?? id).slice(0, 200).toWellFormed();
  const given = { staff_id: id, name, is_admin: isAdminThere(person, config), password_hash: null };
  const staffIdx = await addStaff(ctx, given);
  await connect(ctx, await getStaff(ctx, staffIdx), person);
  return getStaff(ctx, staffIdx);
}

/** Connects an account to a person at the provider. */
export async function connect(ctx: Context, account: StaffRow, person: ProviderPerson): Promise<void> {
  await insertIdentity(ctx.db, person, { staffIdx: account.staff_idx, at: ctx.now.toISOString() });
  ctx.audit({ entity: 'staff', id: account.staff_id, action: 'staff.connected', after: { provider: person.issuer } });
  ctx.changed('staff', account.staff_idx);
}

/** The first of their names that is a valid ID here. As a fallback, a hash of their identity always is one. */
function staffIdOf({ issuer, subject, names }: ProviderPerson): string {
  const digest = createHash('sha256').update(`${issuer} ${subject}`).digest('hex');
  return names.id.find((id) => staffIdPattern.test(id)) ?? `sso-${digest.slice(0, 16)}`;
}
