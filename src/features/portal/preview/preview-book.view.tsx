import { AudioPlayer } from '#ui/audio/audio-player.tsx';
import { Cover } from '#ui/cover.tsx';
import { useFormat, useT } from '#ui/interface.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { PortalWords } from '../portal.messages.ts';
import styles from './preview.module.css';
import type { BookPreviewProps } from './preview.read.ts';
import { PreviewFrame } from './preview-frame.tsx';

type Book = BookPreviewProps['book'];

/** A book as readers get it. */
export default function PreviewBook({ note, book }: BookPreviewProps) {
  const t = useT<PortalWords>();
  const { bid, title, title_en: english, author, publisher, released_date: released, summary, cover, previews } = book;
  const makers = [author, publisher, released].filter(Boolean).join(' · ');
  const format = useFormat();
  const files = book.content.map(({ kind, size }) => `${kind.toUpperCase()} ${format.size(size)}`);
  const facts = [book.series.title, book.level.title, book.age_group?.title, book.category?.title, measureOf(book)];
  return (
    <PreviewFrame note={note}>
      <Inline as="header" whole even gap={24} className={styles.hero}>
        <Cover id={bid} title={title} source={cover?.large ?? null} size="hero" />
        <div>
          <h1>{title}</h1>
          {english !== null && english !== title && <p lang="en">{english}</p>}
          {makers !== '' && <p>{makers}</p>}
          <Text tone="soft">{facts.filter(Boolean).join(' · ')}</Text>
          {files.length > 0 && <Text tone="soft">{files.join(' · ')}</Text>}
          {summary !== null && <p>{summary}</p>}
        </div>
      </Inline>
      {previews.length > 0 && (
        <section aria-labelledby="pages">
          <h2 id="pages">{t('portal.pages')}</h2>
          <ul className={styles.pages}>
            {previews.map(({ url, large, width, height }) => (
              <li key={url}>
                <img src={large} alt="" width={width} height={height} loading="lazy" decoding="async" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {book.words.length > 0 && (
        <section aria-labelledby="words">
          <h2 id="words">{t('portal.words')}</h2>
          <Stack as="dl" gap={16}>
            {book.words.map(({ word_idx, word, sentences }) => (
              <div key={word_idx}>
                <Text as="dt" strong>
                  {word.replaceAll('_', ' ')}
                </Text>
                {sentences.map(({ sent_idx, sentence, audio }) => (
                  <Inline as="dd" key={sent_idx} gap="6px 16px" above={4}>
                    <span>{sentence}</span>
                    {audio && <AudioPlayer src={audio.url} text={sentence} ms={audio.ms} />}
                  </Inline>
                ))}
              </div>
            ))}
          </Stack>
        </section>
      )}
    </PreviewFrame>
  );
}

const measureOf = ({ level_type: type, lexile, cefr_level: cefr }: Book) =>
  type === 'Lexile' ? lexile : type === 'CEFR' ? cefr : null;
