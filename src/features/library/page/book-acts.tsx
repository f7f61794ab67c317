import { useEffect, useRef } from 'react';
import { ApiError, client } from '#client/api.ts';
import { askToDelete } from '#client/ask-to-delete.ts';
import { leaveWith, notify } from '#client/dialogs.ts';
import { inOffice, pageAddress } from '#client/office-path.ts';
import { publishHash } from '#features/book/book-parts.public.tsx';
import type { BookRecord } from '#features/book/book-record.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { ShownParts } from '#kernel/records/record-parts.ts';
import { useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Menu } from '#ui/kit/menu.tsx';
import { partItems, RecordPartActs } from '#ui/page/record-part-acts.tsx';
import { PickButton } from '#ui/table/pick-button.tsx';
import { usePublishing } from '../publish/use-publishing.ts';
import type { bookPageApi } from './book-page.contract.ts';

const call = client<typeof bookPageApi>();

interface BookActsProps {
  book: BookRecord;
  /** Nothing is missing for readers: publishing is what comes next. */
  isReady: boolean;
  acts: ShownParts['acts'];
}

/** The actions on a book as a whole. */
export function BookActs({ book, isReady, acts }: BookActsProps) {
  const t = useT<BookWords>();
  const published = book.published_at > 0;
  const { publish } = usePublishing();
  const askToPublish = () =>
    publish(
      { selection: { ids: [book.bid] }, published: !published },
      {
        agree: t(published ? 'book.unpublish' : 'book.publish'),
        done: (count) => t(published ? 'book.unpublished_done' : 'book.published_done', { count }),
        failed: t('book.publish_failed'),
      },
    );
  useDialogByAddress(askToPublish);
  const remove = async () => {
    const title = `${t('common.delete')}: ${book.title}`;
    const question = { title, body: t('BOOK-88'), agree: t('common.delete') };
    try {
      const deleted = await askToDelete({ of: 'book', id: book.bid, phrase: true, ...question }, (seen) =>
        call('POST /book/delete/:bid', { params: { bid: book.bid }, query: { seen } }),
      );
      if (deleted) leaveWith(t('book.deleted'), '/book', deleted.results.act_idx);
    } catch (error) {
      const unexpected = !(error instanceof ApiError) || error.status >= 500;
      const silent = error instanceof ApiError && error.status === 0;
      const message = silent ? t('error.network') : unexpected ? t('book.delete_failed') : error.message;
      void notify({ message, tone: 'problem' });
    }
  };
  // Publishing comes last once nothing is missing; until then editing does.
  const isNext = isReady && !published;
  const edit = (
    <ButtonLink variant={isNext ? 'default' : 'primary'} href={`/book/update/${book.bid}`}>
      {t('common.edit')}
    </ButtonLink>
  );
  // What has a number or puts the book elsewhere is a button; the rest is in the menu.
  const isButton = ({ count, isUse }: ShownParts['acts'][number]) => count !== undefined || isUse === true;
  return (
    <>
      <Menu
        label={t('common.more')}
        icon="more"
        bare="row"
        items={[
          ...partItems({ acts: acts.filter((one) => !isButton(one)) }),
          { label: t('common.delete'), danger: true, act: () => void remove() },
        ]}
      />
      <RecordPartActs acts={acts.filter(isButton)} />
      <PickButton
        picked={{ kind: 'book', selection: { ids: [book.bid] }, title: book.title }}
        label={t('common.add')}
        name={book.title}
      />
      {isNext && edit}
      <Button variant={isNext ? 'primary' : 'default'} onClick={askToPublish}>
        {published ? t('book.unpublish') : t('book.publish')}
      </Button>
      {!isNext && edit}
    </>
  );
}

/** Asks at once if the address says so, as the finder's does, on this page too. */
function useDialogByAddress(askToPublish: () => void): void {
  const newest = useRef(askToPublish);
  useEffect(() => {
    newest.current = askToPublish;
  });
  useEffect(() => {
    const read = () => {
      if (location.hash !== `#${publishHash}`) return;
      history.replaceState(history.state, '', inOffice(pageAddress()));
      newest.current();
    };
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
}
