import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { imagePrefix } from '#features/collection/collection-images.public.ts';
import { pageSize } from '#kernel/db/paging.ts';
import { readFileForm } from '#kernel/http/file-form.ts';
import { receiveImage, receiveImages } from '#kernel/http/image-form.ts';
import { flushImages, removeImages, type StoredImage } from '#kernel/images/image-files.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { savingFiles } from '#kernel/storage/saving-files.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { cancelOne, defineCancelling } from './cancel/cancel-reservations.service.ts';
import { readCurrent } from './form/current.read.ts';
import { listReservations } from './list/reservation-list.read.ts';
import { NewImageReservation, reservationApi } from './reservation.contract.ts';
import { reservationMessages } from './reservation.messages.ts';
import { readReservation, recordsOf } from './reservation.read.ts';
import { addReservation, changeImage, changeReservation } from './reservation.service.ts';
import type { ReservationRow } from './reservation.store.ts';

const saved = ({ res_idx, version }: ReservationRow) => ({ results: { res_idx, version } });

// The next one first, as in the calendar.
const order = { key: 'time', descending: false } as const;

export function reservationRoutes(kernel: Kernel): void {
  const { api, storage, changeSets } = kernel;
  const cancelSelected = defineCancelling(kernel);
  api(reservationApi, {
    'POST /api/v1/reservation': async ({ request, body, write }) => {
      if (body) return saved(await write((ctx) => addReservation(ctx, body, { value: body.value })));
      const { fields, file } = await readImageForm(storage, request, NewImageReservation);
      if (!file) throw reservationMessages.errorWith(400, 'reservation.file_none', { field: 'image' });
      return saved(
        await savingFiles(
          () => write((ctx) => addReservation(ctx, fields, { image: file })),
          () => removeImages(storage, [file]),
        ),
      );
    },
    'GET /api/v1/reservation': async ({ ctx, query: { page, ...filter } }) => {
      const { rows } = await listReservations(ctx, changeSets, filter, { order, page, size: pageSize });
      return { results: await recordsOf(ctx, rows) };
    },
    'GET /api/v1/reservation/current': async ({ ctx, query: { cid, target, locale = null, apply_at, res_idx } }) => {
      const written = target && apply_at !== undefined ? { target, locale, apply_at, res_idx } : undefined;
      return { results: await readCurrent(ctx, kernel, cid, written) };
    },
    'GET /api/v1/reservation/:res_idx': async ({ ctx, params }) => {
      const row = await readReservation(ctx, changeSets, params.res_idx);
      const [record] = row ? await recordsOf(ctx, [row]) : [];
      if (!record) throw reservationMessages.error(404, 'reservation.not_found');
      return { results: record };
    },
    'PUT /api/v1/reservation/:res_idx': async ({ ctx, params, body }) =>
      saved(await changeReservation(ctx, changeSets, params.res_idx, body)),
    'POST /api/v1/reservation/:res_idx/image': async ({ params, request, write }) => {
      const images = await receiveImages(storage, request, { field: 'image', files: 1, prefix: imagePrefix });
      const [image] = images;
      if (!image) throw reservationMessages.errorWith(400, 'reservation.file_none', { field: 'image' });
      return saved(
        await savingFiles(
          () => write((ctx) => changeImage(ctx, params.res_idx, image)),
          () => removeImages(storage, images),
        ),
      );
    },
    'DELETE /api/v1/reservation/:res_idx': async ({ ctx, params, body }) => {
      const act = await cancelOne(ctx, params.res_idx, body?.version);
      return { results: { ...(act !== null && { act_idx: act }) } };
    },
    'DELETE /api/v1/reservation': async ({ ctx, body: { selection, dry_run } }) => ({
      results: await cancelSelected(ctx, { selection }, dry_run),
    }),
  });
}

/** Reads the fields of a form and its image, which is then in the storage. */
async function readImageForm<F extends z.ZodType>(storage: Storage, request: FastifyRequest, fields: F) {
  const read = await readFileForm<F, StoredImage>(request, {
    fields,
    file: 'image',
    store: ({ name, source }) => receiveImage(storage, { name, source }, { prefix: imagePrefix, field: 'image' }),
    discard: (image) => removeImages(storage, [image]),
  });
  if (read.file) await flushImages(storage, [read.file]);
  return read;
}
