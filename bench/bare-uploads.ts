import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';

/** The limit: a Fastify that streams each body into a file in the given folder. */
const folder = process.argv[2] ?? '.';
const app = Fastify({ bodyLimit: 2 ** 31 });
app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
app.post('/', async (request, reply) => {
  const file = path.join(folder, randomUUID());
  await pipeline(request.raw, createWriteStream(file));
  return reply.code(204).send();
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
