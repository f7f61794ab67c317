import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasTag } from '#kernel/http/known-tag.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';

/** The client of the portal as a package for npm: the one that fits this office. It needs no key, for it says nothing. */
export function portalClientRoutes({ app, config }: Kernel): void {
  const read = readFile(path.join(config.root, 'dist/portal.tgz'));
  // In development there is none until `npm run build`; whoever asks is told.
  read.catch(() => undefined);
  app.get(
    '/client/portal.tgz',
    { config: { permission: 'public', anonymous: true }, schema: { hide: true } },
    async (request, reply) => {
      const packed = await read.catch(() => {
        throw new AppError(404, 'error.not_found');
      });
      const tag = `"${createHash('sha256').update(packed).digest('hex').slice(0, 32)}"`;
      void reply.headers({ etag: tag, 'cache-control': 'public, max-age=0, must-revalidate' });
      if (hasTag(request, tag)) return reply.code(304).send();
      return reply.type('application/gzip').send(packed);
    },
  );
}
