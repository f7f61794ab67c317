import { getBook, lockBookOf } from '#features/book/book-record.public.ts';
import { commonMessages } from '#kernel/messages/common.messages.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { ActUndo } from '#kernel/records/act-undo.ts';
import { getAct } from '#kernel/records/acts.ts';
import { findFormer } from '#kernel/records/former-undo.ts';
import { changedSince, findLaterChange } from '#kernel/records/later-change.ts';
import { fileGone, putBack, requireStored } from '#kernel/storage/set-aside.ts';
import type { Context } from '#kernel/work/context.ts';
import { requestCheck } from './check/epub-check.service.ts';
import { type FormerContent, putContentBack } from './files/content.service.ts';
import { keysOf } from './files/content-files.service.ts';

/** Undoes an upload or a deletion of a content file, unless the book has another file of its kind by now. */
export function contentUndo(kernel: Kernel): ActUndo {
  const { storage } = kernel;
  const require = async (ctx: Context, act: number) => {
    const { bid, former } = await readAct(ctx, act);
    await getBook(ctx, bid);
    if (former.content) await requireStored(storage, keysOf(former.content));
  };
  return {
    require,
    foresee: async () => ({ back: 1, kept: 0, first: [] }),
    undo: async (ctx, { of }) => {
      const { entity, bid, former } = await readAct(ctx, of);
      const book = await lockBookOf(ctx, bid);
      const keys = former.content ? keysOf(former.content) : [];
      if ((await putBack(ctx, storage, keys)).length < keys.length) throw fileGone();
      const outcome = await putContentBack(ctx, storage, book, former);
      if (!outcome) {
        const later = await findLaterChange(ctx.db, { entity, id: bid, act: of });
        throw later ? changedSince(ctx, later) : commonMessages.error(409, 'undo.impossible');
      }
      if (former.kind === 'epub' && former.content) await requestCheck(ctx, kernel, bid);
      return { back: 1, kept: 0, ...outcome };
    },
  };
}

async function readAct(ctx: Context, act: number) {
  const { entity, entity_id: bid } = await getAct(ctx, act);
  const former: FormerContent = await findFormer(ctx, act, { entity, id: bid });
  return { entity, bid, former };
}
