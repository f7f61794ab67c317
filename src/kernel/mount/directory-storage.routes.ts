/// <reference types="@fastify/compress" />
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { allowUploadTime } from '../http/body-time.ts';
import { AppError } from '../messages/errors.ts';
import { attachment } from '../storage/content-disposition.ts';
import { type DirectoryStorage, storagePaths } from '../storage/directory-storage.ts';
import { causeCode } from '../storage/durable-files.ts';
import { type ByteRange, StorageError } from '../storage/storage.ts';
import { stagingPrefix } from '../storage/storage-key.ts';

const uploadLimits = { fields: 10, fieldSize: 8 * 1024, files: 1, parts: 11, fileSize: Number.POSITIVE_INFINITY };

// Everything else is sent as an attachment.
const inlineTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'audio/mpeg', 'video/mp4']);

const safetyHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'accept-ranges': 'bytes',
};

/** The routes of a directory storage: uploads with a grant, public objects, signed downloads. */
export async function directoryStorageRoutes(
  app: FastifyInstance,
  { storage }: { storage: DirectoryStorage },
): Promise<void> {
  if (!app.hasRequestDecorator('parts')) await app.register(multipart);

  const upload = {
    compress: false as const,
    config: {
      files: true,
      docs: {
        files: { file: 'one' as const },
        fields: z.looseObject({}),
        answers: { 204: { description: 'The file is stored under the key of its grant' } },
      },
    },
    schema: {
      hide: false,
      summary: 'Upload one file: the fields of its grant first, then the file',
      consumes: ['multipart/form-data'],
    },
  };
  app.post(storagePaths.upload, upload, async (request, reply) => {
    try {
      await receiveUpload(request, storage);
    } catch (error) {
      throw toUploadError(error);
    } finally {
      // A browser reads the answer only after sending everything: read and discard the rest of a refused file.
      request.raw.unpipe().resume();
    }
    return reply.code(204).send();
  });

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: `${storagePaths.public}*`,
    compress: false,
    handler: (request, reply) => {
      const key = request.params['*'];
      if (!storage.isPublic(key)) throw new StorageError('storage.not_found', { detail: 'not public' });
      return sendObject(request, reply, storage, key, {
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
      });
    },
  });

  app.route<{ Querystring: Record<string, unknown> }>({
    method: ['GET', 'HEAD'],
    url: storagePaths.download,
    compress: false,
    handler: (request, reply) => {
      const { key, fileName } = storage.grants.checkDownload(request.query);
      return sendObject(request, reply, storage, key, {
        'cache-control': 'private, no-store',
        'content-disposition': attachment(fileName),
      });
    },
  });
}

async function receiveUpload(request: FastifyRequest, storage: DirectoryStorage): Promise<void> {
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts({ limits: uploadLimits })) {
    if (part.type === 'file') {
      // The fields come first, as in S3, so a file without a grant is refused before any of it is stored.
      const { key, maxBytes, contentType } = storage.grants.checkUpload(fields);
      allowUploadTime(request);
      // No record refers to an upload yet: it is flushed to disk when it is assigned to a record.
      const durable = !key.startsWith(stagingPrefix);
      await storage.put(key, part.file, { maxBytes, contentType, durable });
      return;
    }
    fields[part.fieldname] = part.value;
  }
  throw new StorageError('storage.bad_upload', { detail: 'no file' });
}

function toUploadError(error: unknown): unknown {
  // A failed system call is the disk's fault; other unknown errors come from reading the request.
  if (error instanceof StorageError || error instanceof AppError || (error instanceof Error && 'syscall' in error))
    return error;
  const gone = ['ECONNRESET', 'FST_MP_PREMATURE_CLOSE'].includes(causeCode(error));
  return new StorageError(gone ? 'storage.aborted' : 'storage.bad_upload', { cause: error });
}

async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: DirectoryStorage,
  key: string,
  headers: Record<string, string>,
): Promise<FastifyReply> {
  const stat = await storage.stat(key);
  if (!stat) throw new StorageError('storage.not_found', { detail: key });
  const etag = `"${stat.size.toString(36)}-${stat.modifiedAt.getTime().toString(36)}"`;
  const all = { ...safetyHeaders, ...dispositionOf(stat.contentType), ...headers, etag };
  if (request.headers['if-none-match'] === etag) return reply.code(304).headers(all).send();

  const range = parseByteRange(rangeHeader(request, etag), stat.size);
  if (range === null) {
    reply.header('content-range', `bytes */${stat.size}`);
    throw new StorageError('storage.bad_range', { detail: key });
  }
  const body = request.method === 'HEAD' ? undefined : await storage.open(key, range);
  reply.headers(all).type(stat.contentType);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${stat.size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : stat.size);
  return reply.send(body);
}

/** The requested range, unless it refers to another version of the object or the request has no body. */
function rangeHeader(request: FastifyRequest, etag: string): string | undefined {
  const { range, 'if-range': version } = request.headers;
  return request.method === 'GET' && (version === undefined || version === etag) ? range : undefined;
}

function dispositionOf(contentType: string): Record<string, string> {
  return inlineTypes.has(contentType) ? {} : { 'content-disposition': 'attachment' };
}

/**
 * Reads a Range header for an object of `size` bytes. Undefined means the whole object, which is also the allowed
 * answer to several ranges at once or to anything malformed; null means that no byte of the range exists (416).
 */
function parseByteRange(header: string | undefined, size: number): Required<ByteRange> | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start > end ? null : { start, end };
}
