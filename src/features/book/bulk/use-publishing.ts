import { client } from '#client/api.ts';
import { confirm, notify, reloadWith } from '#client/dialogs.ts';
import { stage } from '#client/staged.ts';
import { useAct } from '#ui/form/use-act.ts';
import { type BulkWork, useBulkWork } from '#ui/table/use-bulk-work.ts';
import type { BookApi } from '../book.public.ts';

const call = client<BookApi>();

type Body = Parameters<typeof call<'PUT /api/v1/book'>>[1]['body'];
type Selection = Extract<Body, { selection: unknown }>['selection'];

/** A screen's own texts around publishing. */
interface PublishWords {
  /** The label of the confirm button. */
  agree: string;
  /** The notice for this number of books. */
  done: (count: number) => string;
  failed: string;
}

/**
 * Publishes and unpublishes from any screen: first shows in figures what it means for readers, then does it and reloads
 * the page with a notice that offers Undo. `after` runs before the page is reloaded.
 */
export function usePublishing(): {
  work: BulkWork;
  publish: (wanted: { selection: Selection; published: boolean }, words: PublishWords, after?: () => void) => void;
} {
  const act = useAct();
  const work = useBulkWork();
  return {
    work,
    publish: (wanted, { agree, done, failed }, after) =>
      act(async () => {
        const { results: would } = await call('PUT /api/v1/book', { body: { ...wanted, dry_run: true } });
        const { title = '', body = '', figures = [], lost_in: lostIn } = would.question ?? {};
        if (would.changed === 0) return notify({ message: title });
        const into = async () => {
          const isIn = await stage({
            selection: wanted.selection,
            values: { published: wanted.published },
            title: agree,
          });
          if (isIn) after?.();
          return isIn;
        };
        if (!(await confirm({ title, body, figures, lostIn, agree, into }))) return;
        const did = await work.run(async () => (await call('PUT /api/v1/book', { body: wanted })).results);
        after?.();
        reloadWith(done(did.changed), did.act_idx);
      }, failed),
  };
}
