import type { ContentListRow } from '#features/collection/collection-reach.public.ts';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
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
    <Inline whole tight className={styles.row}>
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
    </Inline>
  );
}

/** An item's title as a link to it, with details that tell it from others. */
export function ContentName({ row }: { row: ContentListRow }) {
  const t = useT<ContentsWords>();
  const { content_type: type, content_idx: idx, title, detail, books } = row;
  const href = type === 'series' ? `/series?open=${idx}` : type === 'book' ? `/book/${detail}` : `/book?level=${idx}`;
  return (
    <Stack as="span" gap={0} grow className={styles.name}>
      <Text as="a" cut strong tone="ink" href={href} title={title}>
        {title}
      </Text>
      <Text as="small" size="fine" cut>
        {detail && (
          <Text as="span" mono={type === 'book'}>
            {detail}
          </Text>
        )}
        {type !== 'book' && <span>{t('contents.item_books', { count: books })}</span>}
      </Text>
    </Stack>
  );
}
