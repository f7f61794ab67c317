import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, client } from '#client/api.ts';
import { leaveWith } from '#client/dialogs.ts';
import { freshPrice, pricesIn, typedPrice } from '#features/collection/collection-prices.public.tsx';
import type { Choice } from '#ui/form/record-values.rules.ts';
import { useAct } from '#ui/form/use-act.ts';
import { type RecordForm, useRecordForm } from '#ui/form/use-record-form.ts';
import { useT } from '#ui/interface.tsx';
import type { Current, ReservationApi } from '../reservation.contract.ts';
import type { ReservationWords } from '../reservation.messages.ts';
import type { ShownReservation } from '../reservation.read.ts';
import { isImage, reservationHref, type Target } from '../reservation.rules.ts';
import { formErrors, type ReservationValues, timeValues, typedTime } from './reservation-values.rules.ts';

const call = client<ReservationApi>();

/** The initial values of a new reservation. */
export interface ReservationStart {
  target: Target;
  locale: ReservationValues['locale'];
  /** Seconds. */
  apply_at: number;
  zone: string;
}

export interface ReservationFormState {
  record: RecordForm<ReservationValues>;
  /** The current state of the collection; null until one is chosen. */
  current: Current | null;
  /** What is scheduled that it would conflict with as it is typed; none while nothing has been changed. */
  rivals: Current['rivals'];
  file: File | null;
  chooseFile: (file: File | null) => void;
  /** Schedules a change anew, with an image that came too late for the one that is shown. */
  createWith: (image: File) => Promise<void>;
  /** Chooses a collection; fields not edited yet take its values. */
  pick: (choice: ReservationValues['collection']) => void;
  chooseLocale: (locale: ReservationValues['locale']) => void;
}

const pricesOf = (current: Current | null) => {
  const prices = (current?.prices ?? []).map(typedPrice);
  return prices.length > 0 ? prices : [freshPrice()];
};

function valuesOf(reservation: ShownReservation | null, current: Current | null, start: ReservationStart) {
  const { target, locale, apply_at, zone } = reservation ?? start;
  const collection = current && { value: current.cid, label: `${current.title} (${current.cid})` };
  const of = locale ?? 'en';
  const typed = reservation?.prices.map(typedPrice) ?? [];
  return {
    collection,
    target,
    locale: of,
    description: target === 'description' && reservation ? reservation.text : (current?.descriptions[of] ?? ''),
    prices: target === 'price' && typed.length > 0 ? typed : pricesOf(current),
    ...timeValues(zone, apply_at),
  };
}

/** The form field of a value that the collection has already and keeps until then; null if something would change. */
async function sameField(values: ReservationValues, current: Current, at: number): Promise<string | null> {
  // A price that goes down on Friday may go up again on Monday.
  if ((await loadRivals(writtenOf(values, at))).some(({ apply_at }) => apply_at <= at)) return null;
  const { target, locale, description, prices } = values;
  if (target === 'description') return description === (current.descriptions[locale] ?? '') ? 'description' : null;
  if (target !== 'price') return null;
  const now = pricesIn(current.prices.map(typedPrice));
  return JSON.stringify(pricesIn(prices)) === JSON.stringify(now) ? 'prices.0.price' : null;
}

/** The form of a reservation; after saving it goes to the reservation's page. */
export function useReservationForm(
  reservation: ShownReservation | null,
  initial: Current | null,
  start: ReservationStart,
): ReservationFormState {
  const t = useT<ReservationWords>();
  const act = useAct();
  const [current, setCurrent] = useState(initial);
  const [file, setFile] = useState<File | null>(null);
  /** The collection of these values: it may come from a draft, or not be loaded yet. */
  const currentOf = async ({ collection }: ReservationValues): Promise<Current | null> => {
    if (!collection || collection.value === current?.cid) return collection && current;
    const loaded = await load(collection);
    setCurrent(loaded);
    return loaded;
  };
  /** Changes a scheduled one, or schedules a new one. */
  const save = async (values: ReservationValues, of: Edited | null, image = file): Promise<SavedReservation> => {
    const at = typedTime(values);
    const about = await currentOf(values);
    const same = of === null && about && at !== undefined && (await sameField(values, about, at));
    const faults = {
      ...(same && { [same]: t('reservation.no_difference') }),
      ...(about === null && { collection: t('invalid.required') }),
      ...(at === undefined && { local: values.local === '' ? t('invalid.required') : t('date.gap_refused') }),
      ...(isImage(values.target) && !of && !image && { image: t('reservation.file_none') }),
    };
    if (about === null || at === undefined || Object.keys(faults).length > 0) {
      const isMissing = about === null || values.local === '';
      const message = isMissing ? t('reservation.required') : (Object.values(faults)[0] ?? '');
      throw new ApiError(422, { code: 'reservation.incomplete', message, fields: faults });
    }
    try {
      return await send({ edited: of, current: about, values, at, file: image });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, message, details, fields } = error;
      throw new ApiError(error.status, { code, message, details, fields: formErrors(fields) });
    }
  };
  const leaveCreated = ({ res_idx, act_idx }: SavedReservation) =>
    leaveWith(t('reservation.created'), reservationHref(res_idx), act_idx);
  const record: RecordForm<ReservationValues> = useRecordForm<ReservationValues, SavedReservation>({
    initial: { values: valuesOf(reservation, initial, start), version: reservation?.version },
    draft: `reservation/${reservation?.res_idx ?? ''}`,
    record: reservation ? { kind: 'reservation', id: reservation.res_idx } : undefined,
    save: ({ values, version }) => save(values, reservation && { reservation, version }),
    again: reservation
      ? {
          // An image that was scheduled goes with its change.
          lost: isImage(reservation.target) && !file ? t('reservation.again_image') : undefined,
          isGone,
          create: (values) => save(values, null),
          onCreated: leaveCreated,
        }
      : undefined,
    onSaved: ({ res_idx, act_idx }, merged) =>
      leaveWith(
        merged ? t('form.merged', { name: merged }) : t(reservation ? 'reservation.saved' : 'reservation.created'),
        reservationHref(res_idx),
        act_idx,
      ),
  });
  const { form } = record;
  const rivals = useRivals(record, reservation);
  const follow = (next: Current, locale: ReservationValues['locale']) => {
    const values = form.getValues();
    if (values.description === (current?.descriptions[values.locale] ?? ''))
      form.setFieldValue('description', next.descriptions[locale] ?? '');
    if (JSON.stringify(values.prices) === JSON.stringify(pricesOf(current)))
      form.setFieldValue('prices', pricesOf(next));
  };
  return {
    record,
    current,
    rivals,
    file,
    chooseFile: setFile,
    createWith: async (image) => {
      const saved = await save(form.getValues(), null, image);
      // Left first, so that leaving the page finds nothing unsaved.
      flushSync(record.discard);
      leaveCreated(saved);
    },
    pick: (choice) => {
      form.setFieldValue('collection', choice);
      if (!choice) return setCurrent(null);
      act(async () => {
        const loaded = await load(choice);
        // Another one may have been chosen meanwhile.
        const { collection, locale } = form.getValues();
        if (collection?.value !== choice.value) return;
        follow(loaded, locale);
        setCurrent(loaded);
      }, t('reservation.load_failed'));
    },
    chooseLocale: (locale) => {
      if (current && !reservation) follow(current, locale);
      form.setFieldValue('locale', locale);
    },
  };
}

// Waits for the end of typing. Milliseconds.
const typingMs = 400;

/** What is scheduled that would conflict with what is typed; asked again whenever its field or its time is another one. */
function useRivals(
  { form, changed }: RecordForm<ReservationValues>,
  reservation: ShownReservation | null,
): Current['rivals'] {
  const at = typedTime(form.values);
  const isTyped = form.values.collection && (reservation === null || changed.length > 0);
  const key = isTyped && at !== undefined ? JSON.stringify(writtenOf(form.values, at, reservation?.res_idx)) : '';
  const [found, setFound] = useState<{ key: string; rivals: Current['rivals'] }>({ key, rivals: [] });
  useEffect(() => {
    if (key === '') return undefined;
    const timer = setTimeout(() => {
      // Without an answer, saving tells.
      loadRivals(JSON.parse(key)).then(
        (rivals) => setFound({ key, rivals }),
        () => undefined,
      );
    }, typingMs);
    return () => clearTimeout(timer);
  }, [key]);
  return found.key === key ? found.rivals : [];
}

const writtenOf = ({ collection, target, locale }: ReservationValues, at: number, resIdx?: number) => ({
  cid: collection?.value ?? '',
  target,
  locale,
  apply_at: at,
  res_idx: resIdx,
});

const loadRivals = async (query: ReturnType<typeof writtenOf>) =>
  (await call('GET /api/v1/reservation/current', { query })).results.rivals;

const load = async ({ value: cid }: Choice): Promise<Current> =>
  (await call('GET /api/v1/reservation/current', { query: { cid } })).results;

/** A scheduled change that is edited, and the version that was loaded. */
interface Edited {
  reservation: ShownReservation;
  version: number | undefined;
}

interface SavedReservation {
  res_idx: number;
  version: number;
  act_idx?: number | undefined;
}

// What became of a change that can no longer be edited: what is typed may be scheduled anew.
const ended: ReadonlySet<string> = new Set(['reservation.was_cancelled', 'reservation.was_applied']);

/** Whether a change failed because what it changes has been cancelled or applied. */
export const isGone = ({ code }: ApiError): boolean => ended.has(code);

interface Sending {
  edited: Edited | null;
  current: Current;
  values: ReservationValues;
  at: number;
  file: File | null;
}

async function send({ edited, current, values, at, file }: Sending): Promise<SavedReservation> {
  const { target, locale, zone } = values;
  const value = target === 'price' ? pricesIn(values.prices) : values.description;
  const when = { apply_at: at, zone };
  if (edited) {
    const { reservation, version } = edited;
    const body = { ...when, ...(!isImage(target) && { value, ...(target === 'description' && { locale }) }), version };
    const params = { res_idx: reservation.res_idx };
    return (await call('PUT /api/v1/reservation/:res_idx', { params, body })).results;
  }
  const base = current.newest === null ? {} : { based_on: current.newest };
  const given = { cid: current.cid, cidx: current.cidx, target, ...when, ...base };
  if (isImage(target)) {
    const files = new FormData();
    for (const [name, text] of Object.entries(given)) files.append(name, String(text));
    if (file) files.append('image', file);
    return (await call('POST /api/v1/reservation', { files })).results;
  }
  const body = { ...given, value, ...(target === 'description' && { locale }) };
  return (await call('POST /api/v1/reservation', { body })).results;
}
