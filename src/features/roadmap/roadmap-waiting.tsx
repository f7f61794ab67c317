import { Text } from '#ui/kit/text.tsx';
import { useDroppable } from '@dnd-kit/core';
import { mostListText } from '#kernel/text/search-text.rules.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { SectionHead } from '#ui/kit/card.tsx';
import { Checkbox } from '#ui/kit/choice.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Input } from '#ui/kit/input.tsx';
import { VirtualList } from '#ui/rows/virtual-list.tsx';
import { MissingIds } from '#ui/table/missing-ids.tsx';
import type { RoadmapWords } from './roadmap.messages.ts';
import { BookTile } from './roadmap-book.tsx';
import styles from './roadmap-waiting.module.css';
import { useRoadmapActs } from './use-roadmap-acts.ts';
import type { useWaiting } from './use-waiting.ts';

/** The published books that are in no row yet, with a search. Books dropped here leave the roadmap. */
export function RoadmapWaiting({ of: waiting, limit }: { of: ReturnType<typeof useWaiting>; limit: number }) {
  const t = useT<RoadmapWords>();
  const format = useFormat();
  const { isBulk } = useRoadmapActs();
  const { setNodeRef, isOver } = useDroppable({ id: 'waiting', disabled: isBulk });
  const { filter, total, books } = waiting;
  return (
    <section ref={setNodeRef} data-screen-only className={styles.waiting} data-target={isOver || undefined}>
      <SectionHead
        title={t('roadmap.waiting')}
        note={total > limit ? `${format.number(limit)}+` : format.number(total)}
      />
      <Text tone="soft" size="small" below={8}>
        {t('roadmap.waiting_hint')}
      </Text>
      <Input
        type="search"
        aria-label={t('roadmap.waiting_search')}
        placeholder={t('roadmap.waiting_search')}
        value={filter.search}
        onChange={(event) => waiting.search(event.currentTarget.value)}
        maxLength={mostListText}
        autoComplete="off"
      />
      <Stack gap={4} above={4} below={4}>
        <Checkbox
          label={t('roadmap.waiting_own')}
          checked={filter.own}
          onChange={(event) => waiting.setOwn(event.currentTarget.checked)}
        />
        <Checkbox
          label={t('roadmap.waiting_new_words')}
          checked={filter.order === 'new_words'}
          onChange={(event) => waiting.setOrder(event.currentTarget.checked ? 'new_words' : 'title')}
        />
      </Stack>
      <FormProblem of={waiting.reading} title={t('roadmap.waiting_failed')} />
      <MissingIds ids={waiting.missing} />
      {books.length === 0 ? (
        <p role="status">{filter.search === '' ? t('roadmap.waiting_none') : t('roadmap.waiting_no_match')}</p>
      ) : (
        <VirtualList
          label={t('roadmap.waiting')}
          count={books.length}
          rowHeight={48}
          onRange={waiting.show}
          render={(index) => {
            const book = books[index];
            return book && <BookTile bid={book.bid} book={book} as="line" words={book.new_words} />;
          }}
        />
      )}
    </section>
  );
}
