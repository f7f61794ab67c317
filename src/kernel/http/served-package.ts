import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { AppError } from '../messages/errors.ts';
import { hasTag } from './known-tag.ts';

/**
 * Serves a package of `clients/` for npm at `/client/NAME.tgz`: the one that fits this office. It needs no key, for it says
 * nothing. In development there is none until `npm run build`, and whoever asks gets 404.
 */
export function servePackage({ app, config }: { app: FastifyInstance; config: Config }, name: string): void {
  const read = readFile(path.join(config.root, `dist/${name}.tgz`));
  read.catch(() => undefined);
  const options = { config: { permission: 'public', anonymous: true }, schema: { hide: true } } as const;
  app.get(`/client/${name}.tgz`, options, async (request, reply) => {
    const packed = await read.catch(() => {
      throw new AppError(404, 'error.not_found');
    });
    const tag = `"${createHash('sha256').update(packed).digest('hex').slice(0, 32)}"`;
    void reply.headers({ etag: tag, 'cache-control': 'public, max-age=0, must-revalidate' });
    if (hasTag(request, tag)) return reply.code(304).send();
    return reply.type('application/gzip').send(packed);
  });
}
