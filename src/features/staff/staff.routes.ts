import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hashPassword, randomPassword } from '#kernel/auth/password.ts';
import { missingIn } from '#kernel/db/listed-ids.ts';
import { pagingLimit } from '#kernel/db/paging.ts';
import { callerOf } from '#kernel/http/caller.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { accountView, ownAccount, withSessions } from './account/own-account.read.ts';
import type { Claim } from './password-check.service.ts';
import { staffMailApi } from './mail/staff-mail.contract.ts';
import { mailSettingsOf } from './mail/staff-mail.read.ts';
import { changeOwnMail, dropNewAddress, sendLinkAgain } from './mail/new-address.service.ts';
import { changeStaffMail } from './mail/staff-mail.service.ts';
import { findStaffMail } from './mail/staff-mail.store.ts';
import { sendInvitation } from './mail/staff-mails.ts';
import { newSecret, qrCode, secretUri } from './second-factor/one-time-code.service.ts';
import { type OwnProof, renewOwnCodes, turnOffOwn, turnOnOwn } from './second-factor/own-second-factor.service.ts';
import { turnOffOthers } from './second-factor/second-factor.service.ts';
import type StaffSecondFactor from './second-factor/staff-second-factor.view.tsx';
import { changeOwnPassword, requireOwnPassword } from './session.service.ts';
import { disconnect } from './single-sign-on/entry.service.ts';
import { beginConnecting } from './single-sign-on/single-sign-on.routes.ts';
import { StaffParams, staffApi, staffFilter } from './staff.contract.ts';
import {
  actorOf,
  addStaff,
  changeStaff,
  endSession,
  endSessions,
  getStaff,
  listAccounts,
  resetPassword,
  sessionsOf,
} from './staff.service.ts';
import { findListed } from './staff.store.ts';
import type StaffCreate from './staff-create.view.tsx';
import type StaffList from './staff-list.view.tsx';
import type StaffPassword from './staff-password.view.tsx';
import type StaffSessions from './staff-sessions.view.tsx';
import type StaffUpdate from './staff-update.view.tsx';

/** The password to store, and the one to return if it was generated. */
async function chosenOrMade(password: string | undefined) {
  const made = password === undefined ? randomPassword() : null;
  return { made, hash: await hashPassword(password ?? made ?? '') };
}

/** The caller's account with the given password. */
const claimOf = (ctx: Context, request: FastifyRequest, password: string): Claim => ({
  id: actorOf(ctx).staffId,
  password,
  address: request.ip,
});

const proofOf = (
  ctx: Context,
  request: FastifyRequest,
  { current_password, otp }: { current_password: string; otp: string },
): OwnProof => ({ caller: callerOf(request), claim: claimOf(ctx, request, current_password), otp });

export function staffCalls(kernel: Kernel): void {
  const { api, work, mails } = kernel;
  api(staffMailApi, {
    'GET /api/v1/staff/me/mail': async ({ ctx }) => ({
      results: await mailSettingsOf(ctx, mails, actorOf(ctx).staffIdx),
    }),
    'PUT /api/v1/staff/me/mail': async ({ ctx, body: { current_password = '', ...change }, request, write }) => {
      const { staffIdx } = actorOf(ctx);
      const act = async (within: Context) => {
        await changeOwnMail(within, mails, staffIdx, change);
        return { results: await mailSettingsOf(within, mails, staffIdx) };
      };
      const { has_password } = await getStaff(ctx, staffIdx);
      const { address } = await findStaffMail(ctx, staffIdx);
      if (!has_password || change.address === undefined || change.address === address) return write(act);
      return requireOwnPassword(work, callerOf(request), claimOf(ctx, request, current_password), act);
    },
    'POST /api/v1/staff/me/mail/address': async ({ ctx }) => {
      const { staffIdx } = actorOf(ctx);
      await sendLinkAgain(ctx, mails, staffIdx);
      return { results: await mailSettingsOf(ctx, mails, staffIdx) };
    },
    'DELETE /api/v1/staff/me/mail/address': async ({ ctx }) => {
      const { staffIdx } = actorOf(ctx);
      await dropNewAddress(ctx, staffIdx);
      return { results: await mailSettingsOf(ctx, mails, staffIdx) };
    },
  });
  api(staffApi, {
    'GET /api/v1/staff': async ({ ctx }) => ({ results: await listAccounts(ctx) }),
    'POST /api/v1/staff': async ({ body: { password, mail_address: address = '', ...given }, write }) => {
      const { made, hash } = await chosenOrMade(password);
      const invited = made !== null && address !== '' && mails.areSent;
      const staff_idx = await write(async (ctx) => {
        const idx = await addStaff(ctx, { ...given, password_hash: hash });
        if (address !== '') await changeStaffMail(ctx, mails, idx, { address, locale: ctx.locale });
        if (invited) await sendInvitation(mails, ctx, { staff_idx: idx, ...given });
        return idx;
      });
      // Nobody needs the password of somebody who was invited to choose one.
      return { results: { staff_idx, password: invited ? null : made, invited } };
    },
    'PUT /api/v1/staff/:staff_idx': ({ ctx, params, body: { version, ...patch } }) =>
      changeStaff(ctx, params.staff_idx, patch, { version }),
    'PUT /api/v1/staff/:staff_idx/password': async ({ params, body, write }) => {
      const { made, hash } = await chosenOrMade(body.password);
      await write((ctx) => resetPassword(ctx, params.staff_idx, hash, body.version));
      return { results: { password: made } };
    },
    'PUT /api/v1/staff/me/password': async ({ ctx, body, request }) => {
      const claim = claimOf(ctx, request, body.current_password);
      await changeOwnPassword(work, callerOf(request), claim, body);
    },
    'POST /api/v1/staff/me/second_factor': async ({ ctx, body, request }) => {
      const recovery_codes = await turnOnOwn(kernel, proofOf(ctx, request, body), body.secret);
      return { results: { recovery_codes } };
    },
    'DELETE /api/v1/staff/me/second_factor': ({ ctx, body, request }) =>
      turnOffOwn(kernel, proofOf(ctx, request, body)),
    'POST /api/v1/staff/me/recovery_codes': async ({ ctx, body, request }) => ({
      results: { recovery_codes: await renewOwnCodes(kernel, proofOf(ctx, request, body)) },
    }),
    'DELETE /api/v1/staff/:staff_idx/second_factor': ({ ctx, params }) => turnOffOthers(ctx, params.staff_idx),
    'POST /api/v1/staff/me/single_sign_on': async ({ ctx, body, request, reply }) => {
      const claim = claimOf(ctx, request, body.current_password);
      await requireOwnPassword(work, callerOf(request), claim, async () => undefined);
      return { results: { url: await beginConnecting(kernel, request, reply) } };
    },
    'DELETE /api/v1/staff/:staff_idx/single_sign_on': ({ ctx, params }) => disconnect(ctx, params.staff_idx),
    'GET /api/v1/staff/:staff_idx/sessions': async ({ ctx, params }) => ({
      results: await sessionsOf(ctx, params.staff_idx),
    }),
    'DELETE /api/v1/staff/:staff_idx/sessions': async ({ ctx, params }) => ({
      results: { ended: await endSessions(ctx, params.staff_idx) },
    }),
    'DELETE /api/v1/staff/:staff_idx/sessions/:session_id': ({ ctx, params }) =>
      endSession(ctx, params.staff_idx, params.session_id),
  });
}

export function staffPages(kernel: Kernel): void {
  const { web } = kernel;
  const within = '/staff';
  const load = async ({ ctx, params }: { ctx: Context; params: z.output<typeof StaffParams> }) => ({
    account: await getStaff(ctx, params.staff_idx),
  });
  web.page('/staff', {
    view: view<typeof StaffList>('staff/staff-list'),
    follows: ['staff'],
    title: (t) => t('staff.heading'),
    query: staffFilter.address,
    load: async ({ ctx, query }) => {
      const [rows, listed] = await Promise.all([listAccounts(ctx, query), findListed(ctx.db, query)]);
      const page = { rows, total: rows.length, page: 1 };
      return { found: { ...page, ...missingIn(listed, page) }, query, limit: pagingLimit, own: actorOf(ctx).staffIdx };
    },
  });
  web.page('/staff/sessions', {
    view: accountView,
    follows: ['staff'],
    title: (t) => t('staff.account'),
    load: ({ ctx, request }) => ownAccount(kernel, ctx, request),
  });
  web.fragment('/staff/second-factor', {
    view: view<typeof StaffSecondFactor>('staff/second-factor/staff-second-factor'),
    within: '/staff/sessions',
    load: ({ ctx }) => {
      const secret = newSecret();
      const { staffId } = actorOf(ctx);
      return { secret, staffId, qr: qrCode(secretUri(secret, ctx.text('common.product'), staffId)) };
    },
  });
  web.fragment('/staff/create', {
    view: view<typeof StaffCreate>('staff/staff-create'),
    within,
    load: () => ({ sendsMail: kernel.mails.areSent }),
  });
  web.fragment('/staff/update/:staff_idx', {
    view: view<typeof StaffUpdate>('staff/staff-update'),
    params: StaffParams,
    within,
    load: async ({ ctx, params }) => ({
      account: await getStaff(ctx, params.staff_idx),
      own: params.staff_idx === actorOf(ctx).staffIdx,
    }),
  });
  web.fragment('/staff/password/:staff_idx', {
    view: view<typeof StaffPassword>('staff/staff-password'),
    params: StaffParams,
    within,
    load,
  });
  web.fragment('/staff/sessions/:staff_idx', {
    view: view<typeof StaffSessions>('staff/staff-sessions'),
    params: StaffParams,
    within,
    load: ({ ctx, params }) => withSessions(ctx, params.staff_idx),
  });
}
