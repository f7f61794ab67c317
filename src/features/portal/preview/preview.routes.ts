import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { inPlan, planName } from '#features/approval/approval-preview.public.ts';
import { inRelease, releaseName } from '#features/release/release.public.ts';
import { openSecrets } from '#kernel/config/secret.ts';
import { callerOf } from '#kernel/http/caller.ts';
import { type View, view } from '#kernel/http/web.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { addressesOf } from '../answer/addresses.ts';
import { portalMessages } from '../portal.messages.ts';
import { PreviewParams, PreviewQuery, previewApi, SignedQuery } from './preview.contract.ts';
import { collectionProps, readBookPreview, readCollection } from './preview.read.ts';
import { asTodayIn } from './preview.rules.ts';
import { listPreviews, requireOpen, revokePreview, sharePreview } from './preview.service.ts';
import type PreviewAdvertised from './preview-advertised.view.tsx';
import type PreviewBook from './preview-book.view.tsx';
import type PreviewCollection from './preview-collection.view.tsx';
import type PreviewCreate from './preview-create.view.tsx';
import { type PreviewLink, PreviewLinks } from './preview-links.service.ts';
import { readAdvertised, readRoadmap } from './preview-orders.read.ts';
import type PreviewRoadmap from './preview-roadmap.view.tsx';
import { isPast, type Parts, type PreviewNote, type ShownReleases } from './shown.read.ts';

const bookView = view<typeof PreviewBook>('portal/preview/preview-book');
const roadmapView = view<typeof PreviewRoadmap>('portal/preview/preview-roadmap');
const advertisedView = view<typeof PreviewAdvertised>('portal/preview/preview-advertised');
const collectionView = view<typeof PreviewCollection>('portal/preview/preview-collection');

interface Route {
  Params: z.output<typeof PreviewParams>;
  Querystring: z.output<typeof SignedQuery>;
}

// Whoever has the address can open it: it must not leak to other sites or into search engines.
const secretive = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };

const wantsJson = ({ headers }: FastifyRequest): boolean => headers.accept?.startsWith('application/json') ?? false;

const asNow = { release: null, plan: null, due: [], applied: 0 };

/** What a link shows: as a page, and as the portal would answer. */
async function read(ctx: Context, parts: Parts, link: PreviewLink, releases: ShownReleases) {
  switch (link.of) {
    case 'book': {
      const props = await readBookPreview(ctx, parts, link, releases);
      return shownAs(bookView, props, { title: props.book.title, shown: props.book });
    }
    case 'collection': {
      const found = await readCollection(ctx, parts, link, releases);
      const props = collectionProps(parts, link, found);
      return shownAs(collectionView, props, { title: props.collection.title, shown: found.collection });
    }
    case 'roadmap': {
      const { props, shown } = await readRoadmap(ctx, parts, link, releases);
      return shownAs(roadmapView, props, { title: props.title, shown });
    }
    case 'advertisement': {
      const { props, shown } = await readAdvertised(ctx, parts, link, releases);
      return shownAs(advertisedView, props, { title: ctx.text('portal.advertised'), shown });
    }
    default:
      throw new AppError(404, 'error.not_found');
  }
}

const shownAs = <P extends { note: PreviewNote }>(
  name: View<P>,
  props: P,
  { title, shown }: { title: string; shown: object },
) => ({
  note: props.note,
  shown,
  send: (web: Kernel['web'], request: FastifyRequest, reply: FastifyReply) =>
    web.sendPage(request, reply, { name, props, title }),
});

/** Previews of what readers get: the dialog that creates a link, and the pages that links open. */
export async function previewRoutes(kernel: Kernel): Promise<void> {
  const { api, app, web, work, storage, config, changeSets } = kernel;
  const links = new PreviewLinks(await openSecrets(config.dataDir));
  const parts = { addresses: addressesOf(kernel), storage, links };

  api(previewApi, {
    'GET /api/v1/preview': async ({ ctx, query }) => ({ results: await listPreviews(ctx, links, query) }),
    'POST /api/v1/preview': async ({ ctx, body }) => ({ results: await sharePreview(ctx, links, body) }),
    'DELETE /api/v1/preview/:link_idx': ({ ctx, params }) => revokePreview(ctx, params.link_idx),
  });
  web.fragment('/preview/create', {
    view: view<typeof PreviewCreate>('portal/preview/preview-create'),
    query: PreviewQuery,
    within: ({ query: { of, id } }) =>
      of === 'advertisement' ? '/collection/advertisement' : `/${of}/${encodeURIComponent(id)}`,
    load: async ({ ctx, query: { release, plan, when, ...of } }) => {
      const name = release === undefined ? undefined : await releaseName(ctx, release);
      const shown = release !== undefined && name !== undefined ? { rel_idx: release, name } : null;
      const planned = plan === undefined ? undefined : await planName(ctx, plan);
      const applied = plan !== undefined && planned !== undefined ? { appr_idx: plan, name: planned } : null;
      return { ...of, when, release: shown, plan: applied, links: await listPreviews(ctx, links, of) };
    },
  });
  app.get<Route>(
    '/preview/:of/:id',
    {
      config: { permission: 'public', anonymous: true },
      schema: { hide: true, params: PreviewParams, querystring: SignedQuery },
    },
    async (request, reply) => {
      const { sig: signature, ...signed } = request.query;
      const link = { ...request.params, ...signed };
      void reply.headers(secretive);
      const caller = callerOf(request);
      const show = async (ctx: Context, releases: ShownReleases) => {
        const { note, shown, send } = await read(ctx, parts, link, releases);
        const { at, isPublic: is_public } = note;
        const results = { at, is_public, as_today: asTodayIn(note.isPast), shown };
        return () => (wantsJson(request) ? reply.send({ results }) : send(web, request, reply));
      };
      const open = async (ctx: Context) => {
        await requireOpen(ctx, links, { link, signature });
        const { at, release, plan } = link;
        if (plan !== 0) {
          const name = await planName(ctx, plan);
          if (name === undefined) throw portalMessages.error(410, 'portal.preview_over');
          return inPlan(kernel, ctx, plan, (inside) => show(inside, { ...asNow, plan: name }));
        }
        if (release !== 0) {
          const title = (await releaseName(ctx, release)) ?? null;
          return inRelease(ctx, changeSets, release, (inside) => show(inside, { ...asNow, release: title }));
        }
        if (at === 0 || isPast(ctx, link)) return show(ctx, asNow);
        const { of, id } = link;
        return changeSets.atMoment(
          ctx,
          { apply_at: at, of: [{ kind: of, ids: [id] }], isDeep: true },
          (inside, { applied }) =>
            show(inside, {
              ...asNow,
              due: applied.flatMap(({ title }) => title ?? []),
              applied: applied.filter(({ title }) => title === null).length,
            }),
        );
      };
      // What is scheduled is made and taken back in a transaction.
      const send = await (link.release === 0 && link.at === 0 ? work.read(caller, open) : work.write(caller, open));
      return send();
    },
  );
}
