import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import type { bookApi } from '../book.contract.ts';
import type { BookWords } from '../book.messages.ts';
import styles from './book-list.module.css';

const call = client<typeof bookApi>();

/** What can be done with the ticked books. */
export function BookSelectionBar({ chosen, onClear }: { chosen: ReadonlySet<string>; onClear: () => void }) {
  const t = useT<BookWords>();
  const act = useAct();
  const publish = (published: boolean) =>
    act(async () => {
      const { results } = await call('PUT /api/v1/book', { body: { bids: [...chosen], published } });
      const count = { count: results.changed };
      reloadWith(published ? t('book.published_done', count) : t('book.unpublished_done', count));
    }, t('book.publish_failed'));
  if (chosen.size === 0) return null;
  return (
    <div className={styles.selection} role="group" aria-label={t('table.selected', { count: chosen.size })}>
      <span role="status">{t('table.selected', { count: chosen.size })}</span>
      <button type="button" className={styles.primary} onClick={() => publish(true)}>
        {t('book.publish')}
      </button>
      <button type="button" className={styles.button} onClick={() => publish(false)}>
        {t('book.unpublish')}
      </button>
      <a className={styles.button} href={`/book/import?${new URLSearchParams({ bids: [...chosen].join(' ') })}`}>
        {t('book.import_files')}
      </a>
      <button type="button" className={styles.button} onClick={onClear}>
        {t('book.unselect')}
      </button>
    </div>
  );
}
