import { Button } from '@mantine/core';
import { ApiError, client } from '#client/api.ts';
import { confirmPhrase, leaveWith, notify, openFragment } from '#client/dialogs.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import type { BookHint, BookRecord, bookApi } from '../book.contract.ts';
import type { BookWords } from '../book.messages.ts';
import { usePublishing } from '../bulk/use-publishing.ts';
import { ContentPanel, type ContentPanelData } from '../content/content-panel.tsx';
import type { BookImages } from '../images/images.read.ts';
import { ImagesPanel } from '../images/images-panel.tsx';
import { UnitInfoPanel, type UnitPanelData } from '../unit-info/unit-info-panel.tsx';
import type { WordLine } from '../words/word.store.ts';
import { WordPanel } from '../words/word-panel.tsx';
import styles from './book-detail.module.css';
import { bookGroups } from './book-groups.rules.ts';
import { BookSteps } from './book-steps.tsx';
import { BookHero } from './detail/book-hero.tsx';
import { type BookUses, BookUsesPanel } from './detail/book-uses.tsx';
import { BookValue } from './detail/book-value.tsx';
import { useBookSteps } from './use-book-steps.ts';

const call = client<typeof bookApi>();

interface BookDetailProps {
  book: BookRecord;
  /** What is worth a look, in the reader's language. */
  hints: BookHint[];
  uses: BookUses;
  images: BookImages;
  content: ContentPanelData;
  units: UnitPanelData;
  words: WordLine[];
}

/** One book: all that is known of it, where it is used, and what can be done with it. */
export default function BookDetail({ book, hints, uses, images, content, units, words }: BookDetailProps) {
  const t = useT<BookWords>();
  const steps = useBookSteps(book.bid);
  return (
    <>
      <BookSteps steps={steps} hrefOf={(bid) => `/book/${bid}`} />
      <BookHero book={book} cover={images.cover?.detail ?? null} acts={<BookActions book={book} />} />
      {hints.length > 0 && (
        <section className={styles.hints} aria-label={t('book.warnings')}>
          <h2>{t('book.warnings')}</h2>
          <ul>
            {hints.map(({ field, label, message }) => (
              <li key={`${field} ${message}`}>
                {label}: {message}
              </li>
            ))}
          </ul>
        </section>
      )}
      <ImagesPanel bid={book.bid} title={book.title} images={images} />
      <div className={styles.groups}>
        {Object.values(bookGroups).map((group) => (
          <section key={group.label} className={styles.group}>
            <h2>{t(group.label)}</h2>
            <dl>
              {group.fields.map((name) => (
                <BookValue key={name} name={name} value={book[name]} />
              ))}
            </dl>
          </section>
        ))}
        <RecordGroup book={book} />
        <BookUsesPanel uses={uses} />
      </div>
      <WordPanel bid={book.bid} words={words} />
      <ContentPanel bid={book.bid} version={book.version} data={content} />
      <UnitInfoPanel bid={book.bid} data={units} />
    </>
  );
}

function BookActions({ book }: { book: BookRecord }) {
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
  const remove = async () => {
    const title = `${t('common.delete')}: ${book.title}`;
    if (!(await confirmPhrase({ title, body: t('BOOK-88'), agree: t('common.delete'), danger: true }))) return;
    try {
      await call('POST /book/delete/:bid', { params: { bid: book.bid } });
      leaveWith(t('book.deleted'), '/book');
    } catch (error) {
      const unexpected = !(error instanceof ApiError) || error.status >= 500;
      const silent = error instanceof ApiError && error.status === 0;
      const message = silent ? t('error.network') : unexpected ? t('book.delete_failed') : error.message;
      void notify({ message, tone: 'problem' });
    }
  };
  return (
    <>
      <Button variant="default" onClick={() => void openFragment(`/audit/of/book/${book.bid}`)}>
        {t('common.history')}
      </Button>
      <Button variant="light" color="red" onClick={() => void remove()}>
        {t('common.delete')}
      </Button>
      <Button variant="default" onClick={askToPublish}>
        {published ? t('book.unpublish') : t('book.publish')}
      </Button>
      <Button component="a" href={`/book/update/${book.bid}`}>
        {t('common.edit')}
      </Button>
    </>
  );
}

function RecordGroup({ book }: { book: BookRecord }) {
  const t = useT<BookWords>();
  const format = useFormat();
  const changed = { time: format.dateTime(book.updated_at), name: book.updated_by ?? '—' };
  return (
    <section className={styles.group}>
      <h2>{t('book.group_record')}</h2>
      <dl>
        <dt>{t('book.field_published')}</dt>
        <dd>{book.published_at > 0 ? format.dateTime(book.published_at) : t('common.no')}</dd>
        <dt>{t('book.field_created_at')}</dt>
        <dd>{format.dateTime(book.created_at)}</dd>
        <dt>{t('book.field_updated_at')}</dt>
        <dd>{t('book.changed_by', changed)}</dd>
      </dl>
    </section>
  );
}
