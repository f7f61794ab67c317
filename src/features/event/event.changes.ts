import { z } from 'zod';
import type { ChangeKind, SetFields, ShownField } from '#kernel/changesets/kinds.ts';
import { zonedTimeText } from '#kernel/messages/time-text.ts';
import { labelsOf, valuesIn } from '#kernel/records/record-fields.rules.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { EventBody } from './event.contract.ts';
import { changeEvent, eventKind } from './event.service.ts';
import { findEvents, lockEvents } from './event.store.ts';
import { eventFields, eventTimes } from './event-fields.rules.ts';

const EventChange = EventBody.omit({ code: true, cid: true });
type EventChange = z.output<typeof EventChange>;

/** Sets of changes name events by texts, which need not be numbers. */
const numbersIn = (ids: Iterable<string>) => [...ids].filter((id) => /^[1-9]\d{0,8}$/.test(id)).map(Number);

/** What sets of changes set in an event: its dates and terms, but neither its code nor its collection. */
export const eventChanges: ChangeKind<EventChange> = {
  kind: eventKind,
  entity: eventKind,
  label: 'event.heading',
  icon: 'event',
  order: () => 90,
  values: EventChange,
  namesIn: ({ version: _version, ...values }) =>
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  valuesOf: (fields) => EventChange.parse(fields),
  read: async (ctx, wanted, lock) => {
    const rows = await (lock ? lockEvents : findEvents)(ctx.db, numbersIn(wanted.keys()));
    return new Map(rows.map((row) => [String(row.event_idx), valuesIn(eventFields, row)]));
  },
  write: async (ctx, changes) => {
    for (const { id, values, version } of changes)
      await changeEvent(ctx, Number(id), { ...values, version: version ?? values.version });
  },
  ruledOut: ['from', 'until', 'forced_expire', 'forced_expired_date'],
  // An end without its beginning, or a forced end without forced expiry, would be another period than the one before.
  related: {
    from: ['until'],
    until: ['from', 'forced_expired_date'],
    forced_expire: ['forced_expired_date'],
    forced_expired_date: ['forced_expire', 'until'],
  },
  describe: async (ctx, changes) => changes.map((change) => describe(ctx, change)),
};

const labels: Readonly<Record<string, string>> = labelsOf(eventFields);

const describe = (ctx: Context, { base, fields }: SetFields): ShownField[] =>
  Object.entries(fields).map(([name, value]) => ({
    label: ctx.text(labels[name] ?? name),
    before: textOf(ctx, name, base[name]),
    after: textOf(ctx, name, value),
  }));

function textOf(ctx: Context, name: string, value: Json | undefined): string {
  if (value === null || value === undefined || typeof value === 'object') return '';
  if (typeof value === 'boolean') return ctx.text(value ? 'common.yes' : 'common.no');
  const isTime = eventTimes.some((time) => time === name);
  if (isTime) return value === 0 ? '' : zonedTimeText(ctx, Number(value));
  return String(value);
}
