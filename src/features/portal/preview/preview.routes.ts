import type { z } from 'zod';
import { inRelease, releaseName } from '#features/release/release.public.ts';
import { installationSecret } from '#kernel/config/secret.ts';
import { callerOf } from '#kernel/http/caller.ts';
import { view } from '#kernel/http/web.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { addressesOf } from '../answer/addresses.ts';
import { PreviewParams, PreviewQuery, previewApi, SignedQuery } from './preview.contract.ts';
import { readBookPreview, readCollectionPreview } from './preview.read.ts';
import { listPreviews, requireOpen, revokePreview, sharePreview } from './preview.service.ts';
import type PreviewBook from './preview-book.view.tsx';
import type PreviewCollection from './preview-collection.view.tsx';
import type PreviewCreate from './preview-create.view.tsx';
import { PreviewLinks } from './preview-links.service.ts';

const bookView = view<typeof PreviewBook>('portal/preview/preview-book');
const collectionView = view<typeof PreviewCollection>('portal/preview/preview-collection');

interface Route {
  Params: z.output<typeof PreviewParams>;
  Querystring: z.output<typeof SignedQuery>;
}

// Whoever has the address can open it: it must not leak to other sites or into search engines.
const secretive = { 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };

/** Previews of what readers get: the dialog that creates a link, and the pages that links open. */
export async function previewRoutes(kernel: Kernel): Promise<void> {
  const { api, app, web, work, storage, config, releasables } = kernel;
  const links = new PreviewLinks(await installationSecret(config.dataDir));
  const addresses = addressesOf(kernel);

  api(previewApi, {
    'GET /api/v1/preview': async ({ ctx, query }) => ({ results: await listPreviews(ctx, links, query) }),
    'POST /api/v1/preview': async ({ ctx, body }) => ({ results: await sharePreview(ctx, links, body) }),
    'DELETE /api/v1/preview/:link_idx': async ({ ctx, params }) => {
      await revokePreview(ctx, params.link_idx);
      return { results: { success: true } };
    },
  });
  web.fragment('/preview/create', {
    view: view<typeof PreviewCreate>('portal/preview/preview-create'),
    query: PreviewQuery,
    within: ({ query: { of, id } }) => `/${of}/${encodeURIComponent(id)}`,
    load: async ({ ctx, query: { release, ...of } }) => {
      const name = release === undefined ? undefined : await releaseName(ctx, release);
      const shown = release !== undefined && name !== undefined ? { rel_idx: release, name } : null;
      return { ...of, release: shown, links: await listPreviews(ctx, links, of) };
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
      const show = async (ctx: Context, releaseTitle: string | null) => {
        if (link.of === 'book') {
          const props = await readBookPreview(ctx, { addresses, links }, link, releaseTitle);
          return () => web.sendPage(request, reply, { name: bookView, props, title: props.book.title });
        }
        if (link.of !== 'collection') throw new AppError(404, 'error.not_found');
        const props = await readCollectionPreview(ctx, { addresses, storage, links }, link, releaseTitle);
        return () => web.sendPage(request, reply, { name: collectionView, props, title: props.collection.title });
      };
      const read = async (ctx: Context) => {
        await requireOpen(ctx, links, { link, signature });
        if (link.release === 0) return show(ctx, null);
        const title = (await releaseName(ctx, link.release)) ?? null;
        return inRelease(ctx, releasables, link.release, (inside) => show(inside, title));
      };
      // What a release changes is made and taken back in a transaction.
      const send = await (link.release === 0 ? work.read(caller, read) : work.write(caller, read));
      return send();
    },
  );
}
