import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { choiceSetting, getSetting } from '#kernel/desk/settings.ts';
import { keyChallenges } from '#kernel/http/guard.ts';
import { AppError } from '#kernel/messages/errors.ts';
import { type Locale, parseLocale } from '#kernel/messages/locale.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { addressesOf } from '../answer/addresses.ts';
import type { Document } from '../answer/document.ts';
import { portalMessages } from '../portal.messages.ts';
import { opdsApi, opdsType } from './opds.contract.ts';
import * as read from './opds.read.ts';
import type { OpdsAddresses } from './opds-publication.read.ts';

/** Who may read the catalogue. */
const opdsSetting = choiceSetting({
  key: 'opds',
  group: 'portal',
  initial: 'off',
  label: 'portal.opds',
  help: 'portal.opds_help',
  choices: [
    { value: 'off', label: 'portal.opds_off' },
    { value: 'key', label: 'portal.opds_key' },
    { value: 'open', label: 'portal.opds_open' },
  ],
});

interface OpdsCall {
  ctx: Context;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Sends a document of the portal in another type; `key` names it among the cached ones. */
type Send = (call: OpdsCall, document: () => Document, as: { type: string; key: string }) => Promise<FastifyReply>;

/** The language that the address names; else the first of ours that the reader's program accepts. */
function localeFor({ locale }: Context, { url, headers }: FastifyRequest): Locale {
  if (/[?&]lang=/.test(url)) return locale;
  const accepted = (headers['accept-language'] ?? '').split(',').map((one) => {
    const [, tag = '', quality = '1'] = /^\s*([a-z]{2,3})\b[^;]*(?:;\s*q=([\d.]+))?/i.exec(one) ?? [];
    return { locale: parseLocale(tag.toLowerCase()), quality: Number(quality) };
  });
  return (
    accepted.toSorted((a, b) => b.quality - a.quality).find((one) => one.locale !== undefined && one.quality > 0)
      ?.locale ?? locale
  );
}

/**
 * Tells a reading app to ask its person for the key, by an authentication document
 * (https://drafts.opds.io/authentication-for-opds-1.0). Other programs find the error where it always is.
 */
function challenge({ ctx, request, reply }: OpdsCall): FastifyReply {
  const { code, status } = new AppError(401, 'error.api_key');
  const id = `${request.protocol}://${request.host}/portal/v1/opds`;
  return reply
    .code(status)
    .header('www-authenticate', keyChallenges)
    .type('application/opds-authentication+json')
    .send(
      JSON.stringify({
        id,
        title: ctx.text('portal.opds_catalogue'),
        description: ctx.text('portal.opds_ask_key'),
        authentication: [
          {
            type: 'http://opds-spec.org/auth/basic',
            labels: { login: ctx.text('portal.opds_login'), password: ctx.text('portal.opds_password') },
          },
        ],
        links: [{ rel: 'start', href: id, type: opdsType }],
        error: { code, message: ctx.text(code) },
      }),
    );
}

/** The library as an OPDS 2.0 catalogue, for readers' programs that know nothing of this portal. */
export function opdsRoutes({ api, settings, storage, config }: Kernel, send: Send): void {
  settings.add(opdsSetting);
  const fixed = addressesOf({ storage, config });
  const isFileAbsolute = /^https?:/.test(storage.publicUrl('images/any'));

  /** Its addresses are absolute: catalogues are read out of context. */
  const addressesFor = ({ ctx, request }: OpdsCall, mayHaveFiles: boolean): OpdsAddresses => {
    const locale = localeFor(ctx, request);
    const origin = config.publicUrl ?? `${request.protocol}://${request.host}`;
    return {
      call: (path) => sql`${origin}::text || ${path}`,
      file: (key) => (isFileAbsolute ? fixed.file(key) : sql`${origin}::text || ${fixed.file(key)}`),
      mayHaveFiles,
      locale,
      name: (part) => portalMessages.catalogues[locale][`portal.opds_${part}`] ?? part,
    };
  };

  const answer = async (call: OpdsCall, documentOf: (at: OpdsAddresses) => Document) => {
    const { ctx, request, reply } = call;
    const access = await getSetting(ctx, opdsSetting);
    if (access === 'off') throw new AppError(404, 'error.not_found');
    const hasKey = request.actor !== null && 'keyIdx' in request.actor;
    if (!hasKey && access === 'key') return challenge(call);
    void reply.header('vary', 'accept-language');
    const key = `${request.protocol}://${request.host} ${hasKey} ${localeFor(ctx, request)} ${request.url}`;
    return send(call, () => documentOf(addressesFor(call, hasKey)), { type: opdsType, key });
  };

  api(opdsApi, {
    'GET /portal/v1/opds': (call) => answer(call, (at) => read.rootFeed(at)),
    'GET /portal/v1/opds/series': (call) => answer(call, (at) => read.seriesFeed(at, call.query.page)),
    'GET /portal/v1/opds/series/:ser_idx': (call) =>
      answer(call, (at) => read.oneSeriesFeed(at, call.params.ser_idx, call.query.page)),
    'GET /portal/v1/opds/levels/:lev_idx': (call) =>
      answer(call, (at) => read.levelFeed(at, call.params.lev_idx, call.query.page)),
    'GET /portal/v1/opds/collections': (call) => answer(call, (at) => read.collectionsFeed(at, call.query.page)),
    'GET /portal/v1/opds/collections/:cid': (call) =>
      answer(call, (at) => read.collectionFeed(at, call.params.cid, call.query.page)),
    'GET /portal/v1/opds/new': (call) => answer(call, (at) => read.newFeed(at, call.query.page)),
    'GET /portal/v1/opds/search': (call) => answer(call, (at) => read.searchFeed(at, call.ctx, call.query)),
    'GET /portal/v1/opds/books/:bid': (call) => answer(call, (at) => read.publication(at, call.params.bid)),
  });
}
