import { client } from '#client/api.ts';
import { alertMessage, confirmPhrase, openFragment, reloadWith } from '#client/dialogs.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { listUrl } from '#ui/page/list-url.ts';
import type { BulkWork, Worked } from '#ui/page/use-bulk-work.ts';
import type { ListSelection } from '#ui/table/use-list-selection.ts';
import type { BookFilter } from '../find/book-filter.contract.ts';
import type { bookBulkApi } from './book-bulk.contract.ts';
import { useOverExisting } from './use-over-existing.ts';

const call = client<typeof bookBulkApi>();

interface Selected {
  selection: ListSelection;
  filter: BookFilter;
}

/** Changes a field of the selected books. */
export function SelectionChange({ selection, filter }: Selected) {
  const t = useT<BookWords>();
  const act = useAct();
  const change = async () => {
    const did = (await openFragment(listUrl('/book/change', filter))) as Worked | undefined;
    if (!did) return;
    // Picked books stay picked for the next change; whether others match the filter now, nobody has checked.
    if (selection.all) selection.clear();
    reloadWith(t('book.changed_done', { count: did.changed }), did.act_idx);
  };
  return <Button onClick={() => act(change)}>{t('book.change')}</Button>;
}

/** Deletes the selected books, after what goes with them was confirmed. */
export function useDeleteSelected({ selection, filter, work }: Selected & { work: BulkWork }): () => void {
  const t = useT<BookWords>();
  const act = useAct();
  const overExisting = useOverExisting(selection);
  const remove = async () => {
    const body = { selection: selection.over(filter) };
    const { results: would } = await call('DELETE /api/v1/book', { body: { ...body, dry_run: true } });
    const kept =
      would.kept.count === 0 ? [] : [t('book.delete_kept', { count: would.kept.count, first: named(would) })];
    if (would.changed === 0) return alertMessage([t('book.delete_none'), ...kept].join(' '));
    const agreed = await confirmPhrase({
      title: t('book.delete_title', { count: would.changed }),
      body: [t('book.delete_parts', would), ...kept].join(' '),
      lostIn: would.lost_in,
      agree: t('common.delete'),
      danger: true,
    });
    if (!agreed) return;
    const { changed: deleted, act_idx: did } = await work.run(
      async () => (await call('DELETE /api/v1/book', { body })).results,
    );
    selection.clear();
    reloadWith(t('book.deleted_done', { count: deleted }), did);
  };
  return () => act(() => overExisting(remove), t('book.delete_many_failed'));
}

const named = ({ kept: { count, first } }: { kept: { count: number; first: readonly { bid: string }[] } }) =>
  first.map(({ bid }) => bid).join(', ') + (count > first.length ? ' …' : '');
