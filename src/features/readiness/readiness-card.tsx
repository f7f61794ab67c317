import { Card } from '#ui/kit/card.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import { useId, useRef } from 'react';
import { notify } from '#client/dialogs.ts';
import type { BookRecord } from '#features/book/book-record.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import { Dot } from '#ui/kit/dot.tsx';
import { Gap } from './gap.tsx';
import type { BookRequirement } from './readiness.read.ts';
import styles from './readiness-card.module.css';

interface ReadinessCardProps {
  book: BookRecord;
  requirements: readonly BookRequirement[];
  /** Shows the book again after a mend. */
  reload: () => Promise<void>;
  /** In a dialog over a page that has the same region. */
  role?: 'group';
}

/** What a book still lacks, each gap with its mend beside it, then what is in order; folded once nothing is missing. */
export function ReadinessCard({ book, requirements, reload, role }: ReadinessCardProps) {
  const t = useT<BookWords>();
  const heading = useId();
  const { card, mended } = useMended(reload);
  const gaps = requirements.filter(({ isMissing }) => isMissing);
  const met = requirements.filter(({ isMissing }) => !isMissing);
  const ready = met.filter(({ isOpen }) => !isOpen).length;
  if (gaps.length === 0) {
    return (
      <Card ref={card} role={role} aria-labelledby={heading}>
        <details>
          <Inline as="summary" gap="4px 12px" between className={styles.head}>
            <h2 id={heading} tabIndex={-1}>
              {t('book.ready')}
            </h2>
            <Meter ready={ready} all={ready + gaps.length} />
          </Inline>
          <MetList met={met} />
        </details>
      </Card>
    );
  }
  return (
    <Card ref={card} role={role} aria-labelledby={heading}>
      <Inline gap="4px 12px" between className={styles.head}>
        <h2 id={heading} tabIndex={-1}>
          {t('book.gaps', { count: gaps.length })}
        </h2>
        <Meter ready={ready} all={ready + gaps.length} />
      </Inline>
      <Stack as="ul" gap={0} above={8} ruled="all">
        {gaps.map((requirement) => (
          <Gap key={requirement.key} book={book} requirement={requirement} onMended={mended} />
        ))}
      </Stack>
      <MetList met={met} />
    </Card>
  );
}

function Meter({ ready, all }: { ready: number; all: number }) {
  const t = useT<BookWords>();
  return (
    <Inline as="span" whole tone="soft" size="small">
      {t('book.ready_of', { ready, all })}
      <Inline as="span" whole gap={3} className={styles.meter} aria-hidden="true">
        {Array.from({ length: all }, (_, index) => (
          <i key={index} data-ready={index < ready || undefined} />
        ))}
      </Inline>
    </Inline>
  );
}

function MetList({ met }: { met: readonly BookRequirement[] }) {
  return (
    <Grid as="dl" least={300} gap="0 16px" className={styles.met}>
      {met.map(({ key, label, text, isOpen }) => (
        <Grid key={key} data-key={`met: ${key}`} columns="minmax(110px, 40%) minmax(0, 1fr)" gap={8} pad="4px 0">
          <Inline as="dt" tight whole high breaks>
            {isOpen ? <Dot className={styles.open} /> : <Icon name="active" size={16} />}
            {label}
          </Inline>
          <dd>{text}</dd>
        </Grid>
      ))}
    </Grid>
  );
}

/** Says what was mended, shows the card without that gap, and puts the focus where the work goes on. */
function useMended(reload: () => Promise<void>) {
  const card = useRef<HTMLElement>(null);
  const mended = async (message?: string, undo?: number): Promise<void> => {
    if (message !== undefined) void notify({ message, undo, ...(undo !== undefined && { undone: reload }) });
    await reload();
    requestAnimationFrame(() => {
      const next = card.current?.querySelector<HTMLElement>('[data-gap] :is(a, button, input, select)');
      (next ?? card.current?.querySelector('h2'))?.focus();
    });
  };
  return { card, mended };
}
