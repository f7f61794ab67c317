import { hasReached } from '#kernel/changes/newest-change.ts';
import type { Call } from '#kernel/http/api-handlers.ts';
import { callerOf } from '#kernel/http/caller.ts';
import { originOf } from '#kernel/http/origin.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { addressesOf } from './answer/addresses.ts';
import { answerCache } from './answer/answer-cache.ts';
import { type Document, type DocumentRequest, sendDocument } from './answer/document.ts';
import { Heads } from './answer/feed-position.ts';
import { opdsRoutes } from './opds/opds.routes.ts';
import { portalApi } from './portal.contract.ts';
import type { CachedSettings } from './portal.settings.ts';
import { portalDocument } from './portal-openapi.rules.ts';
import { bookDocument, bookList, sentenceList } from './read/portal-book.read.ts';
import { advertisedList, collectionDocument, collectionList } from './read/portal-collection.read.ts';
import { findContentFile } from './read/portal-content.read.ts';
import { guideDocument, guideList } from './read/portal-guide.read.ts';
import { roadmapDocument, roadmapList } from './read/portal-roadmap.read.ts';
import { seriesList } from './read/portal-series.read.ts';

// Long enough for a program to follow the link, and useless to anybody who finds it later. Milliseconds.
const linkTtlMs = 60_000;

// Room for the most requested of some ten thousand collections and books. Bytes.
const cacheBytes = 32 << 20;

type ReadCall = Pick<Call<{ summary: string }>, 'ctx' | 'request' | 'reply'>;

/** The API for readers' programs: it never writes, and returns only what is public. */
export function portalRoutes(kernel: Kernel, settings: CachedSettings): void {
  const { api, work, storage, config } = kernel;
  const at = addressesOf({ storage, config });
  const cache = answerCache(cacheBytes);
  const heads = new Heads();
  const send = async (
    { ctx, request, reply }: ReadCall,
    document: () => Document,
    as: Pick<DocumentRequest, 'type' | 'key' | 'write'> = {},
  ) => {
    const answer = (from: Context) =>
      sendDocument({ settings, cache, heads, ctx: from, request, reply, document, ...as });
    // A caller that was told of a change must not be answered by a replica that does not have it yet.
    const reached = request.headers['last-event-id'];
    const isBehind = typeof reached === 'string' && !(await hasReached(ctx.db, reached));
    return isBehind ? work.read(callerOf(request), answer) : answer(ctx);
  };

  opdsRoutes(kernel, send);
  let described: { of: string; document: object } | undefined;
  // It says nothing of what is in the library, so it needs no key.
  kernel.app.get('/portal/v1/openapi.json', { config: { permission: 'public' }, schema: { hide: true } }, async () => {
    const of = originOf(config, kernel.app.server);
    described = described?.of === of ? described : { of, document: portalDocument(kernel.app.swagger(), of) };
    return described.document;
  });
  api(portalApi, {
    'GET /portal/v1/books': (call) => send(call, () => bookList(at, call.query)),
    'GET /portal/v1/books/:bid': (call) => send(call, () => bookDocument(at, { ...call.params, ...call.query })),
    'GET /portal/v1/books/:bid/sentences': (call) => send(call, () => sentenceList(at, call.params.bid, call.query)),
    'GET /portal/v1/books/:bid/content/:kind': async ({ ctx, params: { bid, kind }, reply }) => {
      const file = await findContentFile(ctx, bid, kind);
      if (!file) throw new AppError(404, 'error.not_found');
      await reply.redirect(await storage.signedUrl(file.file_key, { ttlMs: linkTtlMs, fileName: file.file_name }), 303);
    },
    'GET /portal/v1/series': (call) => send(call, () => seriesList(call.query)),
    'GET /portal/v1/collections': (call) => send(call, () => collectionList(at, call.query)),
    'GET /portal/v1/collections/:cid': (call) =>
      send(call, () => collectionDocument(at, { ...call.params, ...call.query })),
    'GET /portal/v1/advertised': (call) => send(call, () => advertisedList(at, call.query)),
    'GET /portal/v1/roadmaps': (call) => send(call, () => roadmapList(call.query)),
    'GET /portal/v1/roadmaps/:grp_idx': (call) => send(call, () => roadmapDocument(at, call.params.grp_idx)),
    'GET /portal/v1/series_guides': (call) => send(call, () => guideList(call.query)),
    'GET /portal/v1/series_guides/:gui_id': (call) => send(call, () => guideDocument(at, call.params.gui_id)),
  });
}
