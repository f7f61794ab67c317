import { z } from 'zod';
import { Localized } from '#features/collection/collection.public.ts';
import { view } from '#kernel/http/web.ts';
import { currenciesIn } from '#kernel/messages/currencies.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { ChosenDay, momentOf, startOfDay } from '#kernel/work/days.ts';
import { filterText } from '#kernel/work/fields.ts';
import { readCurrent } from './form/current.read.ts';
import type ReservationCreate from './form/reservation-create.view.tsx';
import { reservationTemplates } from './form/templates.routes.ts';
import { readRecord } from './record/reservation-record.read.ts';
import type ReservationRecordView from './record/reservation-record.view.tsx';
import { ReservationParams } from './reservation.contract.ts';
import type { ReservationWords } from './reservation.messages.ts';
import { reservationEntity, targets } from './reservation.rules.ts';

const day = 86_400;

/** The form of a new reservation, and the page of an existing one. */
export function reservationPages(kernel: Kernel): void {
  const { web } = kernel;
  reservationTemplates(kernel);
  web.page('/reservation/create', {
    view: view<typeof ReservationCreate>('reservation/form/reservation-create'),
    words: ['collection'],
    title: (t) => (t as (key: keyof ReservationWords) => string)('reservation.create'),
    query: z.object({
      cid: filterText,
      target: z.enum(targets).catch('description').default('description'),
      locale: Localized.catch('en').default('en'),
      day: ChosenDay,
    }),
    load: async ({ ctx, query: { cid, target, locale, day: chosen } }) => ({
      current: cid === undefined ? null : await readCurrent(ctx, kernel, cid),
      start: {
        target,
        locale,
        // The first moment of the chosen day; else the same time tomorrow, rounded up to the hour.
        apply_at:
          chosen === undefined
            ? Math.ceil(ctx.now.getTime() / 3_600_000) * 3600 + day
            : await momentOf(ctx, chosen, startOfDay),
        zone: ctx.timeZone,
      },
      currencies: currenciesIn(ctx.locale),
    }),
  });
  web.page('/reservation/:res_idx', {
    view: view<typeof ReservationRecordView>('reservation/record/reservation-record'),
    follows: kernel.changeSets.scheduledEntities,
    shows: ({ reservation }) => ({ kind: reservationEntity, id: reservation.res_idx }),
    words: ['collection', 'version'],
    title: (t, { reservation }) =>
      `${(t as (key: keyof ReservationWords) => string)(`reservation.target_${reservation.target}`)}: ${reservation.title}`,
    params: ReservationParams,
    load: ({ ctx, params }) => readRecord(ctx, kernel, params.res_idx),
    history: true,
  });
}
