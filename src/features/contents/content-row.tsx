import type { ContentListRow } from '#features/collection/collection-reach.public.ts';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import styles from './content-row.module.css';
import type { ContentsWords } from './contents.messages.ts';

interface ContentRowProps {
  row: ContentListRow;
  /** Absent while nothing can be removed. */
  onRemove?: (row: ContentListRow) => void;
}

/** One item of a collection: its name, how many books it reaches, and a button to remove it. */
export function ContentRow({ row, onRemove }: ContentRowProps) {
  const t = useT<ContentsWords>();
  const { title } = row;
  return (
    <div className={styles.row}>
      <ContentName row={row} />
      {onRemove && (
        <Button
          variant="quiet"
          aria-label={`${t('contents.remove')}: ${title}`}
          title={t('contents.remove')}
          onClick={() => onRemove(row)}
        >
          <Icon name="close" />
        </Button>
      )}
    </div>
  );
}

/** An item's title as a link to it, with details that tell it from others. */
export function ContentName({ row }: { row: ContentListRow }) {
  const t = useT<ContentsWords>();
  const { content_type: type, content_idx: idx, title, detail, books } = row;
  const href = type === 'series' ? `/series?open=${idx}` : type === 'book' ? `/book/${detail}` : `/book?level=${idx}`;
  return (
    <span className={styles.name}>
      <a href={href} title={title}>
        {title}
      </a>
      <small>
        {detail && <span className={type === 'book' ? styles.id : undefined}>{detail}</span>}
        {type !== 'book' && <span>{t('contents.item_books', { count: books })}</span>}
      </small>
    </span>
  );
}
