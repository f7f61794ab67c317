import type { MailSource, Mails } from '#kernel/desk/mails.ts';
import { beginAct } from '#kernel/records/acts.ts';
import {
  changeRecord,
  getRecord,
  lockRecord,
  type RecordKind,
  recordCreated,
  removeRecord,
} from '#kernel/records/change-record.ts';
import { auditedValues } from '#kernel/records/record-fields.rules.ts';
import type { Insertion, Removal } from '#kernel/records/undoable.ts';
import type { Context } from '#kernel/work/context.ts';
import { today } from '#kernel/work/days.ts';
import { filterOfOwnView, isFilterOf, withViews } from './followed-view.read.ts';
import type { MailingBody, MailingRecord, NewMailing, StoredMailing } from './mailing.contract.ts';
import { mailingMessages } from './mailing.messages.ts';
import { formatsOf, mailingEntity, readAddresses, rhythmsOf } from './mailing.rules.ts';
import {
  claimDue,
  deleteMailing,
  findForDay,
  findMailing,
  insertDeletedMailing,
  insertMailing,
  listMailings,
  lockMailing,
  noteSent,
  setNext,
  updateMailing,
} from './mailing.store.ts';
import { type MailingColumns, mailingFields } from './mailing-fields.rules.ts';
import { mailFile, mailingOf } from './mailing.mails.ts';

const kind: RecordKind<number, StoredMailing> = {
  entity: mailingEntity,
  missing: () => mailingMessages.error(404, 'mailing.not_found'),
  find: findMailing,
  lock: lockMailing,
  id: ({ mailing_idx }) => mailing_idx,
  audited: (row) => auditedValues(mailingFields, row),
};

/** All of them, by name, with the filters that they have now. */
export const readMailings = async (ctx: Context): Promise<MailingRecord[]> => withViews(ctx, await listMailings(ctx));

export async function getMailing(ctx: Context, id: number): Promise<MailingRecord> {
  const [mailing] = await withViews(ctx, [await getRecord(ctx, kind, id)]);
  if (!mailing) throw kind.missing();
  return mailing;
}

export async function createMailing(ctx: Context, values: NewMailing): Promise<number> {
  requireFitting(values);
  const id = await insertMailing(ctx, { ...values, ...(await followed(ctx, values)) });
  return (await recordCreated(ctx, kind, id)).mailing_idx;
}

/** The filter that it begins to follow, if it begins to follow a view. */
async function followed(
  ctx: Context,
  { source, view_idx: viewIdx }: Pick<MailingColumns, 'source' | 'view_idx'>,
): Promise<{ filter?: string }> {
  if (viewIdx === null) return {};
  const filter = await filterOfOwnView(ctx, source, viewIdx);
  if (filter === undefined) throw mailingMessages.errorWith(422, 'mailing.view_rule', { field: 'view_idx' });
  return { filter };
}

/** Writes what differs. Another time, or an end of its pause, makes its next moment the next that comes. */
export const changeMailing = (ctx: Context, id: number, { version, ...values }: MailingBody): Promise<StoredMailing> =>
  changeRecord(ctx, kind, id, {
    version,
    values: (before) => {
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
      requireFitting({ ...before, ...given });
      return values;
    },
    write: async (differing, { source }) => {
      const { view_idx = null } = differing;
      const view = await followed(ctx, { source: differing.source ?? source, view_idx });
      await updateMailing(ctx, id, { ...differing, ...view });
      const { rhythm, day, hour, active } = differing;
      if ([rhythm, day, hour, active].some((value) => value !== undefined)) await setNext(ctx, id);
    },
  });

/** What the outbox does with the mailing that a mail was made by. */
export const mailingSource: MailSource = {
  async goesTo(ctx, of, address) {
    const found = await findMailing(ctx, mailingOf(of));
    return found !== undefined && readAddresses(found.addresses).includes(address);
  },
  async readdress(ctx, of, { from, to }) {
    const id = mailingOf(of);
    const { version, name, addresses } = await lockRecord(ctx, kind, id);
    const listed = readAddresses(addresses);
    if (!listed.includes(from)) {
      if (listed.includes(to)) return;
      throw mailingMessages.errorWith(409, 'mailing.not_to_address', {}, { name, from });
    }
    const replaced = new Set(listed.map((one) => (one === from ? to : one)));
    await changeMailing(ctx, id, { version, addresses: [...replaced].join(', ') });
  },
};

/** Refuses what does not go together. */
function requireFitting({
  source,
  cust_idx,
  filter,
  format,
  rhythm,
  day,
}: Pick<MailingColumns, 'source' | 'cust_idx' | 'format' | 'rhythm' | 'day'> & { filter?: string }): void {
  const refuse = (key: Parameters<typeof mailingMessages.errorWith>[1], field: keyof MailingColumns) => {
    throw mailingMessages.errorWith(422, key, { field });
  };
  if ((source === 'statement') !== (cust_idx !== null)) refuse('mailing.customer_rule', 'cust_idx');
  if (!isFilterOf(source, filter ?? '')) refuse('mailing.filter_rule', 'filter');
  if (!formatsOf(source).includes(format)) refuse('mailing.format_rule', 'format');
  if (!rhythmsOf(source).includes(rhythm)) refuse('mailing.rhythm_rule', 'rhythm');
  if (day < 1 || (rhythm === 'week' && day > 7)) refuse('mailing.day_rule', 'day');
}

export async function removeMailing(ctx: Context, id: number): Promise<void> {
  const act = await beginAct(ctx);
  await removeRecord(ctx, kind, id, () => deleteMailing(ctx.db, act, id), { act });
}

/** How adding a mailing, and deleting one, is undone. */
export const mailingExistence: Removal & Insertion = {
  remove: (ctx, id) => removeMailing(ctx, Number(id)),
  insert: async (ctx, id, of) => {
    await insertDeletedMailing(ctx, of, Number(id));
    await recordCreated(ctx, kind, Number(id));
  },
};

/** Mails it now as well; returns to how many addresses. */
export async function sendNow(mails: Mails, ctx: Context, id: number): Promise<number> {
  if (!mails.areSent) throw mailingMessages.error(409, 'mailing.off');
  await lockRecord(ctx, kind, id);
  const found = await findForDay(ctx, id, today(ctx));
  const [mailing] = await withViews(ctx, found ? [found] : []);
  if (!mailing) throw kind.missing();
  const count = await mailFile(mails, ctx, mailing);
  await noteSent(ctx, id, mailing.filter);
  ctx.audit({ entity: mailingEntity, id, action: 'mailing.sent', after: { addresses: mailing.addresses } });
  ctx.changed(mailingEntity, id);
  return count;
}

/**
 * Makes the mails of one that is due, and sets its next moment in the transaction: whatever processes do, die or think of
 * the time, each moment has its mails once. Returns whether there was one.
 */
export async function sendDue(mails: Mails, ctx: Context): Promise<boolean> {
  const claimed = await claimDue(ctx);
  const [due] = await withViews(ctx, claimed ? [claimed] : []);
  if (!due) return false;
  await mailFile(mails, ctx, due);
  await noteSent(ctx, due.mailing_idx, due.filter);
  await setNext(ctx, due.mailing_idx);
  ctx.changed(mailingEntity, due.mailing_idx);
  return true;
}
