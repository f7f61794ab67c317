import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { findNearCodes } from '#features/registration/near.public.ts';
import { listTries } from '#features/registration/tries.public.ts';
import { callerOf } from '#kernel/http/caller.ts';
import { requireOwnSite } from '#kernel/http/security.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { openFilter } from '#kernel/work/sealed-filter.ts';
import { overloaded, Turns } from '#kernel/work/task-queue.ts';
import { type Card, CardQuery, cardApi } from './card.contract.ts';
import { cardMessages } from './card.messages.ts';
import { codeIn, findCard, findCardHref, sealedInCards } from './card.service.ts';
import type CardView from './card.view.tsx';
import { shownTries } from './code-card.service.ts';
import { noteUnknown } from './tries.service.ts';

// Who looks up unknown codes at the same time would wait for their count with a connection each.
const turnOptions = { longest: 100, withinMs: 30_000, refusal: overloaded };

/** The card of a text: as a call, as a fragment, and above the matches of the finder. */
export function cardRoutes({ api, cards, config, web, work }: Kernel): void {
  const turns = new Turns(turnOptions);
  const show = async (ctx: Context, request: FastifyRequest, query: z.output<typeof CardQuery>): Promise<Card> => {
    const { text } = openFilter(ctx.refs, sealedInCards, query);
    const found = await findCard(ctx, text);
    if (found) return found;
    const code = codeIn(text);
    if (code === undefined) throw cardMessages.error(404, 'card.nothing');
    // A link of another site must not cost the person one of their tries.
    requireOwnSite(request, config);
    const caller = callerOf(request);
    const counted = await turns.take(`unknown codes of ${actorName(caller.actor)}`, () =>
      work.write(caller, (counting) => noteUnknown(counting, code)),
    );
    // Who has guessed too often learns nothing more, not even who tried.
    if (counted.wait > 0) return { kind: 'unknown', code, ...counted, near: [], tries: [] };
    const tries = await listTries(ctx, { code }, { limit: shownTries });
    return { kind: 'unknown', code, ...counted, near: await findNearCodes(ctx, code), tries };
  };
  api(cardApi, {
    'GET /api/v1/card': async ({ ctx, query, request }) => ({ results: await show(ctx, request, query) }),
  });
  web.fragment('/card', {
    view: view<typeof CardView>('card/card'),
    words: ['code', 'event', 'learner', 'registration'],
    query: CardQuery,
    within: '/code',
    load: async ({ ctx, query, request }) => ({ card: await show(ctx, request, query) }),
  });
  cards.add(findCardHref);
}
