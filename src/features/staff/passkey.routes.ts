import type { FastifyRequest } from 'fastify';
import { callerOf } from '#kernel/http/caller.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { deviceName } from './device-name.rules.ts';
import { localPath } from './local-path.rules.ts';
import { passkeyApi, passkeyLogIn } from './passkey/passkey.contract.ts';
import {
  addPasskey,
  registrationOptions,
  removeOthersPasskeys,
  removePasskey,
  renamePasskey,
  unavailable,
} from './passkey/passkey.service.ts';
import { listPasskeys } from './passkey/passkey.store.ts';
import { enterWithPasskey, logInOptions } from './passkey/passkey-log-in.service.ts';
import { type RelyingParty, relyingParty } from './passkey/relying-party.rules.ts';
import { needsTwoFactor } from './second-factor/second-factor.service.ts';
import { beginningOf, giveSession } from './sign-in-answers.routes.ts';
import { actorOf, getStaff } from './staff.service.ts';

/** The relying party of a request; rejects where the address cannot have passkeys. */
function partyOf({ config }: Kernel, request: FastifyRequest): RelyingParty {
  const party = relyingParty(config.publicUrl, request.host);
  if (!party) throw unavailable();
  return party;
}

const own = (ctx: Context) => getStaff(ctx, actorOf(ctx).staffIdx);

/** The passkeys of the caller's account, and logging in with one. */
export function passkeyCalls(kernel: Kernel): void {
  const { api, config, work } = kernel;
  api(passkeyApi, {
    'GET /api/v1/passkey': async ({ ctx }) => ({ results: await listPasskeys(ctx.db, actorOf(ctx).staffIdx) }),
    'POST /api/v1/passkey/options': async ({ ctx, request }) => {
      const party = partyOf(kernel, request);
      return { results: { ...(await registrationOptions(config, ctx, await own(ctx), party)) } };
    },
    'POST /api/v1/passkey': async ({ body, request, write }) => {
      const party = partyOf(kernel, request);
      return write(async (ctx) => {
        const name = body.name ?? deviceName(request.headers['user-agent'] ?? '') ?? ctx.text('staff.passkey');
        const key_idx = await addPasskey(config, ctx, await own(ctx), { party, given: body, name });
        return { results: { key_idx, name } };
      });
    },
    'PUT /api/v1/passkey/:key_idx': async ({ ctx, params, body }) =>
      renamePasskey(ctx, await own(ctx), params.key_idx, body),
    'DELETE /api/v1/passkey/:key_idx': async ({ ctx, params }) => {
      const account = await own(ctx);
      await removePasskey(ctx, account, params.key_idx, await needsTwoFactor(ctx, account));
    },
    'DELETE /api/v1/staff/:staff_idx/passkey': async ({ ctx, params }) => ({
      results: { removed: await removeOthersPasskeys(ctx, params.staff_idx) },
    }),
  });
  api(passkeyLogIn, {
    'POST /login/passkey/options': async ({ ctx, request }) => ({
      results: { ...(await logInOptions(config, ctx.now, partyOf(kernel, request))) },
    }),
    'POST /login/passkey': async ({ body, request, reply }) => {
      const party = partyOf(kernel, request);
      const entry = await work.write(callerOf(request), (ctx) =>
        enterWithPasskey(config, ctx, { party, given: body }, beginningOf(kernel, request)),
      );
      if (entry.is === 'refused') {
        if (entry.wait) void reply.header('retry-after', entry.wait);
        throw entry.error;
      }
      giveSession(kernel, request, reply, entry.token);
      return { results: { next: localPath(body.next) } };
    },
  });
}
