import { z } from 'zod';
import { EventParams, readEventHead } from '#features/event/event.public.ts';
import { PageNumber, PageSize, pagingLimit } from '#kernel/db/paging.ts';
import { preferencesOf } from '#kernel/http/list-preferences.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { registrationListOffer } from '../list/registration-filter.rules.ts';
import { listRegistrations } from '../list/registration-list.read.ts';
import { tryKind } from '../tries/try.service.ts';
import { readJoined } from './joined.read.ts';
import { participantApi } from './participant.contract.ts';
import { removeParticipant } from './participant.service.ts';
import type Participants from './participants.view.tsx';

/** The participants of an event: their page, on which an event opens, and taking one out. */
export function participantRoutes(kernel: Kernel): void {
  kernel.api(participantApi, {
    'DELETE /api/v1/event/:event_idx/participant/:reg_idx': ({ ctx, params }) => removeParticipant(ctx, params),
  });
  kernel.web.page('/event/:event_idx/participants', {
    view: view<typeof Participants>('registration/participant/participants'),
    follows: ['registration', tryKind],
    words: ['event'],
    shows: ({ event }) => ({ kind: 'event', id: event.event_idx }),
    title: (_, { event }) => event.name,
    params: EventParams,
    query: z.object({ page: PageNumber, size: PageSize }),
    snapshot: true,
    load: async ({ ctx, request, params: { event_idx }, query: { page, size } }) => {
      const event = await readEventHead(ctx, kernel.records, event_idx);
      const preferences = preferencesOf(request, registrationListOffer, size);
      const order = { key: 'registered', descending: true } as const;
      return {
        event,
        joined: await readJoined(ctx, event),
        participants: await listRegistrations(ctx, { event_idx }, { order, page, size: preferences.size }),
        paging: { size: preferences.size, limit: pagingLimit },
      };
    },
  });
}
