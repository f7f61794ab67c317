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
import { below, type OpdsVersion, opds1, opds2, opdsApi, searchDescriptionType } from './opds.contract.ts';
import * as read from './opds.read.ts';
import { type AtomWords, atomEntry, atomFeed, searchDocument } from './opds-atom.rules.ts';
import type { OpdsAddresses, OpdsName } from './opds-publication.read.ts';
import { acceptedVersion } from './opds-version.rules.ts';

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

interface Paged {
  query: { page: number };
}

interface OpdsCall {
  ctx: Context;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Sends a document of the portal in another type; `key` names it among the cached ones. */
type Send = (
  call: OpdsCall,
  document: () => Document,
  as: { type: string; key: string; write?: (text: string) => string },
) => Promise<FastifyReply>;

/** What is answered: its type among those of a version, its document, and how it is written in OPDS 1.2. */
interface Answer {
  as: keyof OpdsVersion['types'] | 'search';
  of: (at: OpdsAddresses) => Document;
  write: (text: string, words: AtomWords) => string;
}

const writeFeed: Answer['write'] = (text, words) => atomFeed(JSON.parse(text), words);

type Reading = Answer['of'];
const list = (of: Reading): Answer => ({ as: 'navigation', of, write: writeFeed });
const books = (of: Reading): Answer => ({ as: 'acquisition', of, write: writeFeed });
const book = (of: Reading): Answer => ({
  as: 'publication',
  of,
  write: (text, words) => atomEntry(JSON.parse(text), words),
});
const search: Answer = { as: 'search', of: read.searchDescription, write: (text) => searchDocument(JSON.parse(text)) };

/** What parts of the catalogue are called in a language. */
const nameIn =
  (locale: Locale) =>
  (part: OpdsName): string =>
    portalMessages.catalogues[locale][`portal.opds_${part}`] ?? part;

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
function challenge({ ctx, reply }: OpdsCall, { path, types }: OpdsVersion, origin: string): FastifyReply {
  const { code, status } = new AppError(401, 'error.api_key');
  const id = `${origin}${opds2.path}`;
  const start = `${origin}${path}`;
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
        links: [{ rel: 'start', href: start, type: types.navigation }],
        error: { code, message: ctx.text(code) },
      }),
    );
}

/** The library as a catalogue of OPDS 2.0 and 1.2, for readers' programs that know nothing of this portal. */
export function opdsRoutes({ api, settings, storage, config }: Kernel, send: Send): void {
  settings.add(opdsSetting);
  const fixed = addressesOf({ storage, config });
  const isFileAbsolute = /^https?:/.test(storage.publicUrl('images/any'));

  /** The address of the office, with its path. */
  const originFor = ({ request }: Pick<OpdsCall, 'request'>) =>
    config.publicUrl ?? `${request.protocol}://${request.host}`;

  /** Its addresses are absolute: catalogues are read out of context. */
  const addressesFor = ({ ctx, request }: OpdsCall, version: OpdsVersion, mayHaveFiles: boolean): OpdsAddresses => {
    const locale = localeFor(ctx, request);
    const origin = originFor({ request });
    return {
      version,
      call: (path) => sql`${origin}::text || ${path}`,
      file: (key) => (isFileAbsolute ? fixed.file(key) : sql`${origin}::text || ${fixed.file(key)}`),
      mayHaveFiles,
      locale,
      name: nameIn(locale),
    };
  };

  const answer = async (call: OpdsCall, addressed: OpdsVersion, { as, of, write }: Answer) => {
    const { ctx, request, reply } = call;
    const access = await getSetting(ctx, opdsSetting);
    if (access === 'off') throw new AppError(404, 'error.not_found');
    // At the addresses of OPDS 2, who wants the older version may say so; its own addresses have it in any case.
    const version = addressed.isAtom ? addressed : acceptedVersion(request.headers.accept);
    void reply.header('vary', addressed.isAtom ? 'accept-language' : 'accept, accept-language');
    const hasKey = request.actor !== null && 'keyIdx' in request.actor;
    if (!hasKey && access === 'key') return challenge(call, version, originFor(call));
    const locale = localeFor(ctx, request);
    const key = `${request.protocol}://${request.host} ${hasKey} ${locale} ${version.path} ${request.url}`;
    const words = { locale, catalogue: nameIn(locale)('catalogue'), levels: nameIn(locale)('levels') };
    return send(call, () => of(addressesFor(call, version, hasKey)), {
      type: as === 'search' ? searchDescriptionType : version.types[as],
      key,
      ...(version.isAtom && { write: (text: string) => write(text, words) }),
    });
  };

  const handlersOf = (version: OpdsVersion) => {
    const by =
      <Input>(answerTo: (call: OpdsCall & Input) => Answer) =>
      (call: OpdsCall & Input) =>
        answer(call, version, answerTo(call));
    return below(version.path, {
      '': by(() => list(read.rootFeed)),
      '/series': by<Paged>(({ query }) => list((at) => read.seriesFeed(at, query.page))),
      '/series/:ser_idx': by<Paged & { params: { ser_idx: number } }>(({ params, query }) =>
        books((at) => read.oneSeriesFeed(at, params.ser_idx, query.page)),
      ),
      '/levels/:lev_idx': by<Paged & { params: { lev_idx: number } }>(({ params, query }) =>
        books((at) => read.levelFeed(at, params.lev_idx, query.page)),
      ),
      '/collections': by<Paged>(({ query }) => list((at) => read.collectionsFeed(at, query.page))),
      '/collections/:cid': by<Paged & { params: { cid: string } }>(({ params, query }) =>
        books((at) => read.collectionFeed(at, params.cid, query.page)),
      ),
      '/new': by<Paged>(({ query }) => books((at) => read.newFeed(at, query.page))),
      '/search': by<{ query: { query: string; page: number } }>(({ ctx, query }) =>
        books((at) => read.searchFeed(at, ctx, query)),
      ),
      '/books/:bid': by<{ params: { bid: string } }>(({ params }) => book((at) => read.publication(at, params.bid))),
    });
  };

  api(opdsApi, {
    ...handlersOf(opds2),
    ...handlersOf(opds1),
    'GET /portal/v1/opds/1.2/search.xml': (call) => answer(call, opds1, search),
  });
}
