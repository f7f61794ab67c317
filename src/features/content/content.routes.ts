import type { FastifyReply } from 'fastify';
import { getBook } from '#features/book/book-record.public.ts';
import { bookMessages } from '#features/book/book-words.public.ts';
import type { Call } from '#kernel/http/api-handlers.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { removeFiles } from '#kernel/storage/remove-files.ts';
import { savingFiles } from '#kernel/storage/saving-files.ts';
import { StorageError } from '#kernel/storage/storage.ts';
import { contentTypeOf } from '#kernel/storage/storage-key.ts';
import type { Context } from '#kernel/work/context.ts';
import { readReport, requestCheck, requestEarlyCheck } from './check/epub-check.service.ts';
import type { ContentPanelData } from './content-panel.tsx';
import { contentApi, type Later, type StagedContent } from './files/content.contract.ts';
import {
  findContent,
  findContentFile,
  listBookContents,
  removeContent,
  requireFreshBook,
  setContent,
  storeForRelease,
  uploadedNow,
} from './files/content.service.ts';
import { type ContentRow, findReferencedKeys } from './files/content.store.ts';
import { keysOf, receiveContent, takeContent } from './files/content-files.service.ts';
import {
  type ContentKind,
  contentKinds,
  contentPrefix,
  maxContentBytes,
  stagedContent,
} from './files/content-keys.rules.ts';
import { findUnusedKeys } from './files/unused-content.store.ts';

// Long enough for a browser to follow the link, too short to be useful if it leaks. Milliseconds.
const linkTtlMs = 60_000;

type AnyCall = Call<{ summary: string }>;
type Upload = Pick<AnyCall, 'ctx' | 'request' | 'reply' | 'write'> & { params: { bid: string }; query: Later };
type Take = Upload & { body: StagedContent };
type Download = { ctx: Context; params: { bid: string }; query: { file?: string | undefined }; reply: FastifyReply };

export function contentRoutes(kernel: Kernel): void {
  const { api, storage, files } = kernel;
  for (const find of [findReferencedKeys, findUnusedKeys])
    files.add({ prefix: contentPrefix, referenced: (ctx, keys) => find(ctx.db, keys) });
  for (const kind of contentKinds) files.addUploads({ pattern: stagedContent[kind], maxBytes: maxContentBytes[kind] });

  /** Assigns a received and inspected file to the book, or keeps it for a release; removes it if that fails. */
  const store = async ({ params: { bid }, query, reply, write }: Upload, row: ContentRow, staged?: StagedContent) => {
    const save = async () => {
      // If the caller disconnected during the inspection, nothing must change.
      if (reply.raw.destroyed) throw new StorageError('storage.aborted');
      return write(async (ctx) => {
        if (staged) ctx.afterCommit(() => storage.remove(staged.key));
        const uploaded = uploadedNow(ctx, row);
        if (query.later) {
          if (row.kind === 'epub') requestEarlyCheck(ctx, kernel, row.file_key);
          return storeForRelease(ctx, bid, uploaded);
        }
        const content = await setContent(ctx, kernel, bid, uploaded, staged?.version);
        if (row.kind === 'epub') await requestCheck(ctx, kernel, bid);
        return content;
      });
    };
    const content = await savingFiles(save, () => removeFiles(storage, keysOf(row)));
    return { results: { content, file: row.file_key } };
  };
  const upload = async (call: Upload, kind: ContentKind) => {
    // Checked first: nobody should upload a large file only to learn that there is no such book.
    await getBook(call.ctx, call.params.bid);
    return store(call, await receiveContent(storage, call.request, kind));
  };
  const take = async (call: Take, kind: ContentKind) => {
    await requireFreshBook(call.ctx, await getBook(call.ctx, call.params.bid), call.body.version);
    try {
      return await store(call, await takeContent(storage, call.body, kind), call.body);
    } catch (error) {
      // No longer useful, unless a retry may help.
      if (isRefusal(error)) await storage.remove(call.body.key);
      throw error;
    }
  };
  const download = async ({ ctx, params, query, reply }: Download, kind: ContentKind) => {
    const { file_key, file_name } = await findContentFile(ctx, params.bid, kind, query.file);
    await reply.redirect(await storage.signedUrl(file_key, { ttlMs: linkTtlMs, fileName: file_name }), 303);
  };
  const remove = async (ctx: Context, bid: string, kind: ContentKind) => {
    await removeContent(ctx, kernel, bid, kind);
  };

  api(contentApi, {
    'GET /api/v1/book/:bid/content': async ({ ctx, params }) => {
      const { bidx } = await getBook(ctx, params.bid);
      return { results: await listBookContents(ctx, bidx) };
    },
    'GET /api/v1/book/:bid/content/cover': async ({ ctx, params, reply }) => {
      const { cover_key } = await findContent(ctx, params.bid, 'epub');
      if (cover_key === null) throw bookMessages.error(404, 'book.content_none');
      const picture = await storage.open(cover_key);
      void reply.type(contentTypeOf(cover_key)).header('cache-control', 'private, no-cache');
      return picture;
    },
    'POST /api/v1/book/:bid/epub': (call) => upload(call, 'epub'),
    'POST /api/v1/book/:bid/zip': (call) => upload(call, 'zip'),
    'PUT /api/v1/book/:bid/epub': (call) => take(call, 'epub'),
    'PUT /api/v1/book/:bid/zip': (call) => take(call, 'zip'),
    'GET /api/v1/book/:bid/epub': (call) => download(call, 'epub'),
    'GET /api/v1/book/:bid/zip': (call) => download(call, 'zip'),
    'DELETE /api/v1/book/:bid/epub': ({ ctx, params }) => remove(ctx, params.bid, 'epub'),
    'DELETE /api/v1/book/:bid/zip': ({ ctx, params }) => remove(ctx, params.bid, 'zip'),
  });
}

/** The file is not valid content, or the caller has gone. */
const isRefusal = (error: unknown) =>
  (error instanceof AppError && error.status === 422) ||
  (error instanceof StorageError && error.code === 'storage.aborted');

/** The files shown on the book's page. */
export async function contentPanel(ctx: Context, bidx: number): Promise<ContentPanelData> {
  const [contents, report] = [await listBookContents(ctx, bidx), await readReport(ctx, bidx)];
  return { contents, report };
}
