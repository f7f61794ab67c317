import { client } from '#client/api.ts';
import { confirm, reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import button from '#ui/page/button.module.css';
import { useBulkWork } from '#ui/table/use-bulk-work.ts';
import type { ListSelection } from '#ui/table/use-list-selection.ts';
import { WorkProgress } from '#ui/table/work-progress.tsx';
import type { bookApi } from '../book.contract.ts';
import type { BookWords } from '../book.messages.ts';
import { SelectionChanges } from '../bulk/selection-changes.tsx';
import type { BookFilter } from './book-filter.rules.ts';

const call = client<typeof bookApi>();

/** What can be done with the selected books. Publishing says first how many it concerns. */
export function BookSelectionActs({ selection, filter }: { selection: ListSelection; filter: BookFilter }) {
  const t = useT<BookWords>();
  const act = useAct();
  const work = useBulkWork();
  const publish = (published: boolean) =>
    act(async () => {
      const body = { selection: selection.over(filter), published };
      const { results: would } = await call('PUT /api/v1/book', { body: { ...body, dry_run: true } });
      const same = (would.count ?? would.changed) - would.changed;
      const agreed = await confirm({
        title: t(published ? 'book.publish_title' : 'book.unpublish_title', { count: would.changed }),
        body: t(published ? 'book.publish_body' : 'book.unpublish_body', { same }),
        agree: t(published ? 'book.publish' : 'book.unpublish'),
        danger: !published,
      });
      if (!agreed) return;
      const changed = await work.run(async () => (await call('PUT /api/v1/book', { body })).results);
      selection.clear();
      reloadWith(t(published ? 'book.published_done' : 'book.unpublished_done', { count: changed }));
    }, t('book.publish_failed'));
  const chosen = selection.over(null);
  if (work.running) return <WorkProgress of={work} />;
  return (
    <>
      <button type="button" className={button.primary} onClick={() => publish(true)}>
        {t('book.publish')}
      </button>
      <button type="button" className={button.button} onClick={() => publish(false)}>
        {t('book.unpublish')}
      </button>
      <SelectionChanges selection={selection} filter={filter} work={work} />
      {'ids' in chosen && (
        <a className={button.button} href={`/book/import?${new URLSearchParams({ bids: chosen.ids.join(' ') })}`}>
          {t('book.import_files')}
        </a>
      )}
    </>
  );
}
