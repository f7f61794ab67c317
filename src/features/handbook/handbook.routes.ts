import { createHash } from 'node:crypto';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasTag } from '#kernel/http/known-tag.ts';
import { originOf } from '#kernel/http/origin.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { type Handbook, readHandbook } from './handbook.files.ts';
import { llmsText, releaseFeed, withServedLinks } from './handbook.rules.ts';

// As the other public files that keep their address; see serveFiles in build-app.ts.
const cacheControl = 'public, max-age=3600';

const options = { config: { permission: 'public', anonymous: true }, schema: { hide: true } } as const;

/** `/llms.txt`, `/docs/{page}.md` and `/changelog.json`, for programs. A page is found by its name, never by a path. */
export function handbookRoutes({ app, config }: Kernel): void {
  let reading: Promise<Handbook> | undefined;
  const handbook = () => {
    reading ??= readHandbook(config.root).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };

  app.get('/llms.txt', options, async (request, reply) => {
    const { pages } = await handbook();
    return send(request, reply, 'text/plain', llmsText([...pages.values()], originOf(config, app.server)));
  });

  const sendPage = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const { pages } = await handbook();
    const page = pages.get(name);
    if (!page) throw new AppError(404, 'error.not_found');
    const folder = path.posix.dirname(`docs/${name}`);
    const served = (target: string) => hrefOf(pages, target);
    return send(request, reply, 'text/markdown', withServedLinks(page.text, folder, served));
  };
  app.get<{ Params: { page: string } }>('/docs/:page.md', options, ({ params }, reply) =>
    sendPage(params.page, reply.request, reply),
  );
  app.get<{ Params: { folder: string; page: string } }>('/docs/:folder/:page.md', options, ({ params }, reply) =>
    sendPage(`${params.folder}/${params.page}`, reply.request, reply),
  );

  app.get('/changelog.json', options, async (request, reply) => {
    const { pages, releases } = await handbook();
    const origin = originOf(config, app.server);
    const absolute = (target: string) => {
      const href = hrefOf(pages, target);
      return href && origin + href;
    };
    const feed = releaseFeed(releases, origin, (text) => withServedLinks(text, '.', absolute));
    return send(request, reply, 'application/feed+json', JSON.stringify(feed));
  });
}

/** Where a file of the project is served, with its anchor; undefined if it is not. */
function hrefOf(pages: Handbook['pages'], target: string): string | undefined {
  const [, name = '', anchor = ''] = /^docs\/(.+)\.md(#.*)?$/.exec(target) ?? [];
  return pages.has(name) ? `/docs/${name}.md${anchor}` : undefined;
}

/** Answers 304 to whoever has it already. */
function send(request: FastifyRequest, reply: FastifyReply, type: string, body: string): FastifyReply {
  const hash = createHash('sha256').update(body).digest('base64url');
  // Weak, since it is compressed in several ways.
  void reply.header('cache-control', cacheControl).header('etag', `W/"${hash}"`);
  if (hasTag(request, `"${hash}"`)) return reply.code(304).send();
  return reply.type(`${type}; charset=utf-8`).send(body);
}
