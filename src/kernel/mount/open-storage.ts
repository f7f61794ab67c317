import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { openSecrets } from '../config/secret.ts';
import { openDirectoryStorage } from '../storage/directory-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { directoryStorageRoutes } from './directory-storage.routes.ts';

/** A storage and the routes it needs; a bucket needs none. */
export interface OpenedStorage {
  storage: Storage;
  register(app: FastifyInstance): Promise<void>;
}

const publicPrefixes = ['images/', 'audios/', 'test/audios/'];

/** Opens the configured storage: a bucket, or else `DATA_DIR/files`. */
export async function openStorage(config: Config, clock: () => Date = () => new Date()): Promise<OpenedStorage> {
  if (config.bucket) {
    // Loaded only when used: it is heavy.
    const { openS3Storage } = await import('./open-s3.ts');
    const storage = await openS3Storage({ location: config.bucket, key: config.bucketKey, publicPrefixes, now: clock });
    return { storage, register: async () => undefined };
  }
  const storage = await openDirectoryStorage({
    root: path.join(config.dataDir, 'files'),
    secrets: await openSecrets(config.dataDir),
    baseUrl: config.publicUrl ?? '',
    publicPrefixes,
    now: clock,
  });
  const register = async (app: FastifyInstance) => {
    await app.register(async (scope) => {
      // Grants and signed links carry their own permission.
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, permission: 'public' };
        // These URLs are issued complete and need no docs, except uploads, whose form callers must know.
        route.schema = { hide: true, ...route.schema };
      });
      await directoryStorageRoutes(scope, { storage });
    });
  };
  return { storage, register };
}
