import { z } from 'zod';
import { view } from '#kernel/http/web.ts';
import { currenciesIn } from '#kernel/messages/currencies.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { idx } from '#kernel/work/fields.ts';
import type { ReservationWords } from '../reservation.messages.ts';
import { reservationMessages } from '../reservation.messages.ts';
import { readReservation, showReservations } from '../reservation.read.ts';
import { imageTargets } from '../reservation.rules.ts';
import type DescriptionTemplate from './templates/description.view.tsx';
import type ImageTemplate from './templates/img.view.tsx';
import type PriceTemplate from './templates/price.view.tsx';

const within = '/reservation/create';
const address = (target: string) => `/static/html/reservation_${target}.html`;

const ImageQuery = z.object({
  cid: z.string().max(200).catch('').default(''),
  res_idx: idx.optional().catch(undefined),
});

/**
 * The fields of each target as form templates. The three kinds of image share one, `img`, whose placeholders they
 * replace; its part for updates is left out without a res_idx.
 */
export function reservationTemplates({ web, storage, changeSets }: Kernel): void {
  web.fragment(address('description'), {
    view: view<typeof DescriptionTemplate>('reservation/form/templates/description'),
    within,
    load: () => ({}),
  });
  web.fragment(address('price'), {
    view: view<typeof PriceTemplate>('reservation/form/templates/price'),
    words: ['collection'],
    within,
    load: ({ ctx }) => ({ currencies: currenciesIn(ctx.locale) }),
  });
  const image = view<typeof ImageTemplate>('reservation/form/templates/img');
  web.fragment(address('img'), {
    view: image,
    within,
    load: () => ({
      label: '{label}',
      target: '{target}',
      cid: '{cid}',
      update: { res_idx: '{res_idx}', image: null },
    }),
  });
  const updateOf = async (ctx: Context, resIdx: number) => {
    const row = await readReservation(ctx, changeSets, resIdx);
    if (!row) throw reservationMessages.error(404, 'reservation.not_found');
    const [shown] = await showReservations(ctx, storage, [row]);
    return { res_idx: resIdx, image: shown?.image?.strip ?? null };
  };
  for (const target of imageTargets)
    web.fragment(address(target), {
      view: image,
      within,
      query: ImageQuery,
      load: async ({ ctx, query: { cid, res_idx: resIdx } }) => ({
        label: ctx.translate<ReservationWords>()(`reservation.target_${target}`),
        target,
        cid,
        update: resIdx === undefined ? null : await updateOf(ctx, resIdx),
      }),
    });
}
