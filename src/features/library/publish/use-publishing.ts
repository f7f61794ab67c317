import { client } from '#client/api.ts';
import { confirm, notify, openFragment, reloadWith } from '#client/dialogs.ts';
import { stage } from '#client/staged.ts';
import { useAct } from '#ui/form/use-act.ts';
import { type BulkWork, useBulkWork } from '#ui/page/use-bulk-work.ts';
import type { publishApi } from './publish.contract.ts';

const call = client<typeof publishApi>();

type Body = Parameters<typeof call<'PUT /api/v1/book'>>[1]['body'];
type Selection = Extract<Body, { selection: unknown }>['selection'];

/** How the question about one book ends: with an act, or with the book put into a release. */
export type PublishEnd = { changed: number; act_idx?: number | null | undefined } | 'staged';

/** A screen's own texts around publishing. */
interface PublishWords {
  /** The label of the confirm button. */
  agree: string;
  /** The notice for this number of books. */
  done: (count: number) => string;
  failed: string;
}

interface Wanted {
  selection: Selection;
  published: boolean;
}

/**
 * Publishes and unpublishes from any screen: first shows what it means for readers, of one book with what it lacks and
 * the mends, of many in figures; then does it and reloads the page with a notice that offers Undo. `after` runs before
 * the page is reloaded; `during` runs it all.
 */
export function usePublishing(during: <T>(act: () => Promise<T>) => Promise<T> = (act) => act()): {
  work: BulkWork;
  publish: (wanted: Wanted, words: PublishWords, after?: () => void) => void;
} {
  const act = useAct();
  const work = useBulkWork();
  const askAndDo = async (wanted: Wanted, agree: string): Promise<PublishEnd | undefined> => {
    const { results: would } = await call('PUT /api/v1/book', { body: { ...wanted, dry_run: true } });
    const { title = '', body = '', figures = [], lost_in: lostIn } = would.question ?? {};
    if (would.changed === 0) {
      await notify({ message: title });
      return undefined;
    }
    const bid = wanted.published ? onlyOf(wanted.selection) : undefined;
    if (bid !== undefined) return (await openFragment(publishHref(bid))) as PublishEnd | undefined;
    let isStaged = false;
    const into = async () => {
      const { selection, published } = wanted;
      isStaged = await stage({ selection, values: { published }, title: agree });
      return isStaged;
    };
    if (await confirm({ title, body, figures, lostIn, agree, into }))
      return work.run(async () => (await call('PUT /api/v1/book', { body: wanted })).results);
    return isStaged ? 'staged' : undefined;
  };
  return {
    work,
    publish: (wanted, { agree, done, failed }, after) =>
      act(async () => {
        const end = await during(() => askAndDo(wanted, agree));
        if (end === undefined) return;
        after?.();
        if (end !== 'staged') reloadWith(done(end.changed), end.act_idx);
      }, failed),
  };
}

const onlyOf = (selection: Selection) =>
  'ids' in selection && selection.ids.length === 1 ? selection.ids[0] : undefined;

const publishHref = (bid: string) => `/book/publish/${encodeURIComponent(bid)}`;
