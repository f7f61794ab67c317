import type { Fields, FieldValues } from '#kernel/records/record-fields.rules.ts';
import { endOfTime } from '#kernel/text/seconds.rules.ts';

const time = { kind: 'whole', max: endOfTime } as const;

/**
 * The fields of an event besides its collection; its code has a rule of its own. Calls, stored rows, the trail and the
 * form follow.
 */
export const eventFields = {
  name: { kind: 'text', label: 'event.field_name', max: 200, line: true, fresh: '', required: true },
  code: { kind: 'text', label: 'event.field_code', max: 12, fresh: '', required: true },
  from: { ...time, label: 'event.field_from', required: true },
  until: { ...time, label: 'event.field_until', required: true },
  length: {
    kind: 'whole',
    label: 'event.field_length',
    max: 36_500,
    note: 'How many days a registration lasts; 0 is for ever',
  },
  participant_limit: {
    kind: 'whole',
    label: 'event.field_participant_limit',
    max: 2_147_483_647,
    note: '0 is unlimited',
  },
  forced_expire: { kind: 'flag', label: 'event.field_forced_expire' },
  forced_expired_date: {
    ...time,
    label: 'event.field_forced_expired_date',
    note: 'With forced expiry; 0 is a week after the event',
  },
  group: { kind: 'text', label: 'event.field_group', max: 100, line: true, fresh: '' },
} as const satisfies Fields;

/** The fields that are times, in seconds. */
export const eventTimes = ['from', 'until', 'forced_expired_date'] as const satisfies (keyof typeof eventFields)[];

/** The values of these fields. */
export type EventColumns = FieldValues<typeof eventFields>;
