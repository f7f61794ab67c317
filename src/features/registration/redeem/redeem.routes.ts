import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Write } from '#kernel/http/api-handlers.ts';
import { callerOf } from '#kernel/http/caller.ts';
import { mayBeCrossSite, requireOwnSite } from '#kernel/http/security.ts';
import { view } from '#kernel/http/web.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { actorName, staffOf } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { overloaded, Turns } from '#kernel/work/task-queue.ts';
import { findNearCodes } from '../near/near-codes.read.ts';
import { latestRegistrations } from '../registration-rows.read.ts';
import { reasonOf } from '../tries/try.rules.ts';
import { noteTry } from '../tries/try.service.ts';
import { noteGuess, requireNoGuessing } from './guesses.service.ts';
import { nearIn } from './near-of.rules.ts';
import { type Redeem, type Redeemable, redeemApi, TypedCode } from './redeem.contract.ts';
import { getRedeemable, redeemCode, unknown, unknownCode } from './redeem.service.ts';
import type RedeemPage from './redeem-page.view.tsx';

// Learners who redeem the same code, usually that of an event, would wait for its row with a connection each; so would
// one who guesses, for the count. Longer than this they would not wait themselves.
const turnOptions = { longest: 5000, withinMs: 30_000, refusal: overloaded };

// What was redeemed last is below, so that a person sees that it arrived.
const latestShown = 8;

/** An unknown code, and for whom it was tried. */
interface Guess {
  code: string;
  learner: string;
}

export function redeemRoutes({ api, config, web, work }: Kernel): void {
  const turns = new Turns(turnOptions);
  const tryTurns = new Turns(turnOptions);
  /** Counts an unknown code in a separate transaction, since that of the call is rolled back. */
  const counting = async <T>(request: FastifyRequest, { code, learner }: Guess, act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      const caller = callerOf(request);
      if (!(error instanceof AppError) || error.code !== unknownCode) throw error;
      await turns.take(`guesses by ${actorName(caller.actor)}`, () =>
        work.write(caller, (ctx) => noteGuess(ctx, learner)),
      );
      // Only staff learn what was meant, and only as often as they may guess.
      if (staffOf(caller.actor)) throw unknown({ near: await work.read(caller, (ctx) => findNearCodes(ctx, code)) });
      throw error;
    }
  };
  /** Keeps what was refused, in a transaction of its own too. Nobody is answered anything else because that failed. */
  const noting = async <T>(request: FastifyRequest, body: Redeem, act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      const reason = error instanceof AppError ? reasonOf(error.code) : undefined;
      if (reason !== undefined)
        await tryTurns
          .take(body.learner_id, () => work.write(callerOf(request), (ctx) => noteTry(ctx, { ...body, reason })))
          .catch((failed: unknown) => request.log.warn({ err: failed }, 'A refused redemption was not kept'));
      throw error;
    }
  };
  const lookUp = (ctx: Context, request: FastifyRequest, code: string): Promise<Redeemable> =>
    counting(request, { code, learner: '' }, async () => {
      await requireNoGuessing(ctx, '');
      return getRedeemable(ctx, code);
    });
  const redeem = async ({ body, request, write }: { body: Redeem; request: FastifyRequest; write: Write }) => ({
    results: await noting(request, body, () =>
      counting(request, { code: body.code, learner: body.learner_id }, () =>
        turns.take(body.code, () =>
          write(async (ctx) => {
            await requireNoGuessing(ctx, body.learner_id);
            return redeemCode(ctx, body);
          }),
        ),
      ),
    ),
  });
  api(redeemApi, {
    'GET /api/v1/code/redeem': async ({ ctx, query, request }) => {
      requireOwnSite(request, config);
      return { results: await lookUp(ctx, request, query.code) };
    },
    'POST /api/v1/code/redeem': redeem,
    'POST /portal/v1/redeem': redeem,
  });
  web.page('/code/redeem', {
    view: view<typeof RedeemPage>('registration/redeem/redeem-page'),
    words: ['code'],
    title: (t) => t('registration.redeem_heading'),
    query: z.object({ code: z.string().max(100).optional().catch(undefined) }),
    load: async ({ ctx, query: { code: typed = '' }, request }) => {
      const code = TypedCode.safeParse(typed);
      const page = { typed, latest: await latestRegistrations(ctx, latestShown) };
      // A link of another site only fills in the code: looking it up could cost the person one of their guesses.
      if (!code.success || mayBeCrossSite(request, config)) return { ...page, found: null, problem: null, near: [] };
      // A code that cannot be redeemed is reported on the page, where another one can be typed.
      return lookUp(ctx, request, code.data).then(
        (found) => ({ ...page, found, problem: null, near: [] }),
        (error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          return {
            ...page,
            found: null,
            problem: ctx.text(error.code, error.values),
            near: nearIn(error.options.details),
          };
        },
      );
    },
  });
}
