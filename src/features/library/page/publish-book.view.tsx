import { useState } from 'react';
import { client } from '#client/api.ts';
import { finishFragment } from '#client/dialogs.ts';
import { showOwnAct } from '#client/live/refresh.ts';
import { pageProps } from '#client/live-page.ts';
import { stage } from '#client/staged.ts';
import { tabHref } from '#features/book/book-parts.public.tsx';
import type { BookWords } from '#features/book/book-words.public.ts';
import { ReadinessCard } from '#features/readiness/readiness-card.public.tsx';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { IntoButton, NowOrInto } from '#ui/form/into-button.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Acts, Stack } from '#ui/kit/layout.tsx';
import type { publishApi } from '../publish/publish.contract.ts';
import type { PublishEnd } from '../publish/use-publishing.ts';
import type { BookDetailProps } from './book-detail.view.tsx';
import styles from './publish-book.module.css';
import { WhereSold } from './where-sold.tsx';

const call = client<typeof publishApi>();

type PublishBookProps = Pick<BookDetailProps, 'head' | 'readiness'>;

/**
 * The question before one book is published: what it lacks, each gap with its mend, and where it is sold. If it is
 * published already, it says so and asks nothing.
 */
export default function PublishBook(loaded: PublishBookProps) {
  const t = useT<BookWords>();
  const [{ head, readiness }, setShown] = useState(loaded);
  const { book, uses, acts } = head;
  const selection = { ids: [book.bid] };
  const isPublished = book.published_at > 0;
  const reload = async () => {
    // The same view on the page of the book shows the same.
    setShown({ ...loaded, ...(await pageProps(tabHref(book.bid, 'details'))) });
    await showOwnAct({ kind: 'book', id: book.bid });
  };
  const submission = useSubmit(async () => {
    const { results } = await call('PUT /api/v1/book', { body: { selection, published: true } });
    await finishFragment({ changed: results.changed, act_idx: results.act_idx } satisfies PublishEnd);
  });
  const putInto = async () => {
    const isIn = await stage({ selection, values: { published: true }, title: t('book.publish') });
    if (isIn) await finishFragment('staged' satisfies PublishEnd);
  };
  const into = <IntoButton onClick={() => void putInto()} />;
  return (
    <Stack>
      <h2>
        {t(isPublished ? 'book.published' : 'book.publish')}: {book.title}
      </h2>
      <p>{t(isPublished ? 'book.publish_one_same' : 'book.publish_one_body')}</p>
      <FormProblem of={submission} title={t('book.publish_failed')} />
      <ReadinessCard book={book} requirements={readiness} reload={reload} role="group" />
      <WhereSold bid={book.bid} uses={uses} acts={acts} onSold={reload} role="group" />
      {!isPublished && (
        <Acts className={styles.acts}>
          <NowOrInto into={into}>
            {(variant) => (
              <Button
                variant={variant}
                busy={submission.pending}
                autoFocus={head.isReady}
                onClick={() => submission.submit()}
              >
                {t('book.publish')}
              </Button>
            )}
          </NowOrInto>
        </Acts>
      )}
    </Stack>
  );
}
