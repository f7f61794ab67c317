import { stage } from '#client/staged.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { ShownParts } from '#kernel/records/record-parts.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { type MenuItem, RowMenu } from '#ui/kit/menu.tsx';
import { type ListQuery, listUrl } from '#ui/page/list-url.ts';
import { RecordPartActs } from '#ui/page/record-part-acts.tsx';
import { exportItems } from '#ui/table/export-menu.tsx';
import { PickButton } from '#ui/table/pick-button.tsx';
import type { ListSelection } from '#ui/table/use-list-selection.ts';
import { WorkProgress } from '#ui/table/work-progress.tsx';
import { SelectionChange, useDeleteSelected } from '../change/selection-changes.tsx';
import { useOverExisting } from '../change/use-over-existing.ts';
import type { BookFilter } from '../find/book-filter.contract.ts';
import { usePublishing } from '../publish/use-publishing.ts';

interface SelectionActsProps {
  selection: ListSelection;
  filter: BookFilter;
  /** The filter and the order as in the URL. */
  query: ListQuery;
  /** From other features. */
  acts: ShownParts['acts'];
  downloads: ShownParts['acts'];
}

/** The actions on the selected books. */
export function BookSelectionActs({ selection, filter, query, acts, downloads }: SelectionActsProps) {
  const t = useT<BookWords>();
  const { work, publish } = usePublishing(useOverExisting(selection));
  const setPublished = (published: boolean) =>
    publish(
      { selection: selection.over(filter), published },
      {
        agree: t(published ? 'book.publish' : 'book.unpublish'),
        done: (count) => t(published ? 'book.published_done' : 'book.unpublished_done', { count }),
        failed: t('book.publish_failed'),
      },
      selection.clear,
    );
  const remove = useDeleteSelected({ selection, filter, work });
  const files = useFileItems({ selection, query, downloads });
  const publishInto = async () => {
    const title = t('book.publish');
    if (await stage({ selection: selection.over(filter), values: { published: true }, title })) selection.clear();
  };
  if (work.running) return <WorkProgress of={work} />;
  return (
    <>
      <PickButton picked={{ kind: 'book', selection: selection.over(filter) }} label={t('pick.selected')} />
      <Button variant="primary" onClick={() => setPublished(true)}>
        {t('book.publish')}
      </Button>
      <Button onClick={() => setPublished(false)}>{t('book.unpublish')}</Button>
      <Button onClick={() => void publishInto()}>{t('book.publish_into')}</Button>
      <RecordPartActs acts={acts.map((act) => ({ ...act, href: listUrl(act.href, filter) as `/${string}` }))} />
      <SelectionChange selection={selection} filter={filter} />
      {files.exports.length > 0 && <RowMenu label={t('common.export')} icon="download" items={files.exports} />}
      <RowMenu
        label={t('common.more')}
        items={[...files.imports, { label: t('book.delete_many'), act: remove, danger: true }]}
      />
    </>
  );
}

// Servers refuse much longer URLs. Characters.
const longestNamed = 10_000;

/** Downloads of the selected books in the order of the list, and the import of their files, while a URL can name them. */
function useFileItems({ selection, query, downloads }: Pick<SelectionActsProps, 'selection' | 'query' | 'downloads'>): {
  exports: MenuItem[];
  imports: MenuItem[];
} {
  const t = useT<BookWords>();
  const chosen = selection.over(null);
  const named = ('ids' in chosen ? chosen.ids : chosen.except).join(' ');
  const rows = 'ids' in chosen ? { sort: query.sort, bids: named } : { ...query, except: named };
  const exports = exportItems({ path: '/book/export', query: rows, others: downloads });
  const files = { label: t('book.import_files'), href: `/book/import?${new URLSearchParams({ bids: named })}` };
  return { exports: named.length > longestNamed ? [] : exports, imports: 'ids' in chosen ? [files] : [] };
}
