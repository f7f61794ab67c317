import type { CSSProperties } from 'react';
import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { imageApi } from '#features/image/image.public.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Frame, Pairs } from '#ui/kit/card.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import styles from './content.module.css';
import type { contentApi, EpubDetails } from './files/content.contract.ts';

const call = client<typeof contentApi & typeof imageApi>();

/** The metadata, cover and table of contents of an EPUB, in its page direction. */
export function EpubDetailsView({ bid, epub, hasCover }: { bid: string; epub: EpubDetails; hasCover: boolean }) {
  const t = useT<BookWords>();
  const facts: [label: string, values: (string | null)[]][] = [
    [t('book.content_title'), [epub.title, epub.altTitle]],
    [t('book.content_creators'), epub.creators],
    [t('book.content_language'), [epub.language]],
    [t('book.content_identifier'), [epub.identifier]],
    [t('book.content_publisher'), [epub.publisher]],
    [t('book.content_date'), [epub.date]],
  ];
  const counts = { spine: epub.spine, manifest: epub.manifest };
  return (
    <>
      {hasCover && <EpubCover bid={bid} />}
      <Pairs below={10}>
        {facts.map(([label, values]) => (
          <Fact key={label} label={label} values={values} />
        ))}
        <dt>{t('book.content_direction')}</dt>
        <dd>{epub.direction === 'rtl' ? t('book.content_rtl') : t('book.content_ltr')}</dd>
        <dt>{t('book.content_parts')}</dt>
        <dd>{t('book.content_part_counts', counts)}</dd>
      </Pairs>
      <EpubContents epub={epub} />
    </>
  );
}

/** Each value on its own line, in the direction of its script. */
function Fact({ label, values }: { label: string; values: readonly (string | null)[] }) {
  const given = values.filter((value) => value !== null);
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {given.length === 0 && '—'}
        {given.map((value) => (
          <bdi key={value}>{value}</bdi>
        ))}
      </dd>
    </>
  );
}

/** The cover of the EPUB, with an offer to use it as the book's cover. */
function EpubCover({ bid }: { bid: string }) {
  const t = useT<BookWords>();
  const act = useAct();
  const src = `/api/v1/book/${bid}/content/cover`;
  const use = () =>
    act(async () => {
      const picture = await call('GET /api/v1/book/:bid/content/cover', { params: { bid } });
      const bytes = await picture.blob();
      const files = new FormData();
      files.append('book_cover', bytes, bytes.type === 'image/png' ? 'cover.png' : 'cover.jpg');
      const { results } = await call('POST /api/v1/book/:bid/cover', { params: { bid }, files });
      reloadWith(t('book.content_cover_used'), results.act_idx);
    });
  return (
    <Inline as="figure" low below={10} className={styles.cover}>
      <img src={src} alt={t('book.content_cover')} loading="lazy" height={160} />
      <figcaption>
        <Button size="small" onClick={use}>
          {t('book.content_use_cover')}
        </Button>
      </figcaption>
    </Inline>
  );
}

function EpubContents({ epub: { toc, tocCount, direction, language } }: { epub: EpubDetails }) {
  const t = useT<BookWords>();
  if (tocCount === 0)
    return (
      <Text tone="soft" below={10}>
        {t('book.content_toc_none')}
      </Text>
    );
  const more = tocCount - toc.length;
  return (
    <Stack as="details" gap={0} below={10} className={styles.toc}>
      <summary>{t('book.content_toc', { count: tocCount })}</summary>
      <Frame as="ol" most={260} dir={direction === 'rtl' ? 'rtl' : 'auto'} lang={language ?? undefined}>
        {toc.map(({ title, depth }, index) => (
          <li key={index} style={{ '--depth': Math.min(depth, 4) } as CSSProperties}>
            <bdi>{title}</bdi>
          </li>
        ))}
      </Frame>
      {more > 0 && (
        <Text tone="soft" below={10}>
          {t('book.content_toc_more', { count: more })}
        </Text>
      )}
    </Stack>
  );
}
