import { once } from 'node:events';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { directoryStorageRoutes } from '../mount/directory-storage.routes.ts';
import { type DirectoryStorage, openDirectoryStorage } from './directory-storage.ts';

const secrets = { all: () => ['a secret of the tests, known to all of them'] };

export interface ServedDirectory {
  app: FastifyInstance;
  root: string;
  storage: DirectoryStorage;
  /** The directory opened again, like another process would. */
  reopen(now?: () => Date): Promise<DirectoryStorage>;
  /** Files currently being written. */
  partials(): Promise<string[]>;
  close(): Promise<void>;
}

/** A directory storage in a fresh folder (or the given one), behind a listening server. */
export async function serveDirectory(now?: () => Date, folder?: string): Promise<ServedDirectory> {
  const root = await realpath(folder ?? (await mkdtemp(path.join(tmpdir(), 'storage-'))));
  // The storage needs its URL before the routes exist, so the server listens first.
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');

  const options = { root, secrets, publicPrefixes: ['public/'] };
  const storage = await openDirectoryStorage({ ...options, baseUrl: `http://127.0.0.1:${address.port}`, now });
  const app = Fastify({ serverFactory: (handler) => server.on('request', handler) });
  await app.register(directoryStorageRoutes, { storage });
  await app.ready();
  return {
    app,
    root,
    storage,
    reopen: (other) => openDirectoryStorage({ ...options, now: other }),
    partials: () => readdir(path.join(root, 'partial')),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await app.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
