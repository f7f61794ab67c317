import { getBook, lockBookOf } from '#features/book/book-record.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { WholeBack } from '#kernel/records/undoable.ts';
import { fileGone, putBack, requireStored } from '#kernel/storage/set-aside.ts';
import { requestCheck } from './check/epub-check.service.ts';
import { type FormerContent, putContentBack } from './files/content.service.ts';
import { keysOf } from './files/content-files.service.ts';

/** A book gets its former content file back, or none, unless it has another file of the kind by now. */
export const contentBack = (kernel: Kernel): WholeBack<FormerContent> => ({
  isPart: true,
  require: async (ctx, bid, { content }) => {
    await getBook(ctx, bid);
    if (content) await requireStored(kernel.storage, keysOf(content));
  },
  whole: async (ctx, bid, former) => {
    const book = await lockBookOf(ctx, bid);
    const keys = former.content ? keysOf(former.content) : [];
    if ((await putBack(ctx, kernel.storage, keys)).length < keys.length) throw fileGone();
    const sides = await putContentBack(ctx, kernel, book, former);
    if (!sides) return false;
    ctx.audit({ entity: 'book', id: bid, action: 'book.uploaded', ...sides });
    if (former.kind === 'epub' && former.content) await requestCheck(ctx, kernel, bid);
    return true;
  },
});
