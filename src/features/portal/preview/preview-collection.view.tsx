import { Cover } from '#ui/cover.tsx';
import { useFormat, useInterface, useT } from '#ui/interface.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { RichTextView } from '#ui/kit/rich-text.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { PortalWords } from '../portal.messages.ts';
import styles from './preview.module.css';
import type { CollectionPreviewProps } from './preview.read.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { PreviewShelf } from './preview-shelf.tsx';

type Collection = CollectionPreviewProps['collection'];

/** A collection as readers get it. */
export default function PreviewCollection({ note, collection, books, bookCount }: CollectionPreviewProps) {
  const t = useT<PortalWords>();
  const format = useFormat();
  const { cid, title, summary, notice, description, cover_img: cover, languages, age_group: group } = collection;
  return (
    <PreviewFrame note={note}>
      <Inline as="header" whole even gap={24} className={styles.hero}>
        <Cover id={cid} title={title} source={cover?.large ?? null} size="hero" />
        <div>
          <h1 lang={tagOf(languages.title)}>{title}</h1>
          {summary !== '' && <p lang={tagOf(languages.summary)}>{summary}</p>}
          {group && <Text tone="soft">{group.title}</Text>}
          <Prices of={collection} />
        </div>
      </Inline>
      {notice !== '' && (
        <section className={styles.notice} lang={tagOf(languages.notice)}>
          <RichTextView html={notice} />
        </section>
      )}
      {description !== '' && (
        <section lang={tagOf(languages.description)}>
          <RichTextView html={description} />
        </section>
      )}
      <InEnglish of={collection} />
      <section aria-labelledby="books">
        <h2 id="books">{t('portal.books', { count: bookCount })}</h2>
        <PreviewShelf items={books.map(({ bid, ...book }) => ({ ...book, id: bid }))} />
        {bookCount > books.length && (
          <Text tone="soft">{t('portal.more_books', { count: format.number(bookCount - books.length) })}</Text>
        )}
      </section>
    </PreviewFrame>
  );
}

const tagOf = (language: string | null) => (language === 'jp' ? 'ja' : (language ?? undefined));

function Prices({ of: { prices } }: { of: Collection }) {
  const t = useT<PortalWords>();
  const format = useFormat();
  if (prices.length === 0) return null;
  return (
    <Inline as="ul" even gap="8px 20px" above={14} className={styles.prices} aria-label={t('portal.prices')}>
      {prices.map(({ currency, price, discounted_price: discounted, subscription_period: days }, index) => (
        // Prices have no other key, and their order never changes.
        <li key={index}>
          <strong>{format.money(discounted ?? price, currency)}</strong>{' '}
          {discounted !== null && <s>{format.money(price, currency)}</s>}{' '}
          <Text as="span" tone="soft">
            {days === 0 ? t('portal.for_ever') : t('portal.preview_days_count', { count: days })}
          </Text>
        </li>
      ))}
    </Inline>
  );
}

/** Tells staff that some text is not translated. */
function InEnglish({ of: { languages } }: { of: Collection }) {
  const t = useT<PortalWords>();
  const { locale } = useInterface();
  const isEnglish = locale !== 'en' && Object.values(languages).includes('en');
  return isEnglish && <Text tone="soft">{t('portal.in_english')}</Text>;
}
