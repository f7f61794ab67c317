import { codeAlphabet, codeLength, readCode } from '#features/code/code.public.tsx';
import { isChangedBySpreadsheet } from '#kernel/text/spreadsheet-fault.rules.ts';
import { isSecondTime, localTime, timeAt } from '#kernel/text/zoned-time.rules.ts';
import { type FormValues, formValues, sentFields } from '#ui/form/field-values.rules.ts';
import type { Choice } from '#ui/form/record-values.rules.ts';
import type { EventBody, EventRecord } from '../event.contract.ts';
import { forcedDefault } from '../event.rules.ts';
import { eventFields, eventTimes } from '../event-fields.rules.ts';

type EventTime = (typeof eventTimes)[number];

/** Whether the second of a time that clocks show twice is meant, by the field of the time. */
type Seconds = { [Name in EventTime as `${Name}_second`]: boolean };

/** The values of the form's fields; times are local to the office. */
export type EventValues = FormValues<typeof eventFields> & { cid: Choice[] } & Seconds;

// How long a new event is, as suggested: from today on. Days.
const suggestedDays = 14;

/** The suggested times of a new event: from the first moment of today, for two weeks. */
function suggested(timeZone: string, now: number): Pick<EventValues, 'from' | 'until'> {
  const [today = ''] = localTime(timeZone, now).split('T');
  const last = new Date(Date.parse(today) + suggestedDays * 86_400_000).toISOString().slice(0, 10);
  return { from: `${today}T00:00`, until: `${last}T00:00` };
}

/** The initial values of the form; `now` in seconds. */
export function valuesOf(event: EventRecord | null, timeZone: string, now: number): EventValues {
  const { from, until } = suggested(timeZone, now);
  const time = (seconds: number) => (seconds === 0 ? '' : localTime(timeZone, seconds));
  const isSecond = (name: EventTime) => event !== null && isSecondTime(timeZone, event[name]);
  return {
    ...formValues(eventFields, event),
    cid: event ? [{ value: event.cid, label: `${event.collection} (${event.cid})` }] : [],
    from: event ? time(event.from) : from,
    until: event ? time(event.until) : until,
    forced_expired_date: time(event?.forced_expired_date ?? 0),
    from_second: isSecond('from'),
    until_second: isSecond('until'),
    forced_expired_date_second: isSecond('forced_expired_date'),
  };
}

const typedTime = (values: EventValues, name: EventTime, timeZone: string) =>
  timeAt(timeZone, values[name], values[`${name}_second`]);

/** The times that clocks skip. */
export const skippedIn = (values: EventValues, timeZone: string): EventTime[] =>
  eventTimes.filter(
    (name) =>
      (name !== 'forced_expired_date' || values.forced_expire) &&
      values[name] !== '' &&
      typedTime(values, name, timeZone) === undefined,
  );

/** All values of the form, as a body for the calls. */
export function bodyOf(values: EventValues, timeZone: string) {
  const { forced_expire } = values;
  const time = (name: EventTime) => typedTime(values, name, timeZone) ?? 0;
  return {
    ...sentFields(eventFields, values),
    cid: values.cid[0]?.value ?? '',
    from: time('from'),
    until: time('until'),
    forced_expired_date: forced_expire ? time('forced_expired_date') : 0,
  };
}

/** Only the changed fields. */
export function changesOf(values: EventValues, changed: readonly string[], timeZone: string): EventBody {
  const isChanged = (name: string) => changed.includes(name) || changed.includes(`${name}_second`);
  return Object.fromEntries(Object.entries(bodyOf(values, timeZone)).filter(([name]) => isChanged(name)));
}

/** The required fields that are empty. */
export const missingIn = (values: EventValues): string[] =>
  (['name', 'cid', 'code', 'from', 'until'] as const).filter((name) => values[name].length === 0);

/** The suggested forced expiry, as a value of its field; empty if the event has no end yet. */
export function offeredExpiry(until: string, timeZone: string): string {
  const at = timeAt(timeZone, until);
  return at === undefined ? '' : localTime(timeZone, forcedDefault(timeZone, at));
}

/** How many characters a typed code lacks; negative if it has too many. */
export const lackingIn = (code: string): number => codeLength - readCode(code).length;

/** Generates a random code. `draw` fills an array with random bytes. */
export function drawCode(draw: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  // Bytes above the largest multiple of the alphabet would favour its first letters.
  const fair = 256 - (256 % codeAlphabet.length);
  let code = '';
  while (code.length < codeLength) {
    const letters = Array.from(draw(new Uint8Array(codeLength)))
      .filter((byte) => byte < fair)
      .map((byte) => codeAlphabet[byte % codeAlphabet.length]);
    code = (code + letters.join('')).slice(0, codeLength);
  }
  return isChangedBySpreadsheet(code) ? drawCode(draw) : code;
}
