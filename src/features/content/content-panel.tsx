import { Card, Pairs } from '#ui/kit/card.tsx';
import { type ReactNode, useState } from 'react';
import { client } from '#client/api.ts';
import { confirm, reloadWith } from '#client/dialogs.ts';
import { stage } from '#client/staged.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button, ButtonLink } from '#ui/kit/button.tsx';
import { Grid, Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { EpubReport } from './check/epub-check.contract.ts';
import { EpubReportView } from './check/epub-report.tsx';
import { ContentUploader } from './content-uploader.tsx';
import { EpubDetailsView } from './epub-details.tsx';
import type { BookContents, Content, contentApi } from './files/content.contract.ts';
import type { ContentKind } from './files/content-keys.rules.ts';

const call = client<typeof contentApi>();

/** The files shown on the book's page. */
export interface ContentPanelData {
  contents: BookContents;
  /** The check of the EPUB. */
  report: EpubReport;
}

interface ContentPanelProps {
  bid: string;
  /** The book's version. */
  version: number;
  data: ContentPanelData;
}

/** The EPUB and the content zip of a book: their contents, and controls to replace, download and delete them. */
export function ContentPanel({ bid, version, data: { contents, report } }: ContentPanelProps) {
  const t = useT<BookWords>();
  const [busy, setBusy] = useState<ContentKind | null>(null);
  const stageFile = (kind: ContentKind, file: string | null) =>
    stage({ kind: 'files', id: bid, title: t(`book.content_${kind}`), values: { [kind]: file } });
  const { epub, zip } = contents;
  const uploader = (kind: ContentKind) => (
    <ContentUploader
      bid={bid}
      version={version}
      kind={kind}
      replaces={contents[kind] !== undefined && contents[kind] !== null}
      disabled={busy !== null && busy !== kind}
      onBusy={(now) => setBusy(now ? kind : null)}
      into={(file) => stageFile(kind, file)}
    />
  );
  return (
    <Card aria-labelledby="book-content">
      <h2 id="book-content">{t('book.content')}</h2>
      <Grid least={380} gap={24} filled>
        <div>
          <h3>{t('book.content_epub')}</h3>
          {epub ? (
            <ContentFile bid={bid} content={epub} intoWithout={() => stageFile('epub', null)}>
              {epub.epub && <EpubDetailsView bid={bid} epub={epub.epub} hasCover={epub.has_cover} />}
              <EpubReportView bid={bid} report={report} />
            </ContentFile>
          ) : (
            <Text tone="soft" below={10}>
              {t('book.content_epub_none')}
            </Text>
          )}
          {uploader('epub')}
        </div>
        <div>
          <h3>{t('book.content_zip')}</h3>
          {zip ? (
            <ContentFile bid={bid} content={zip} intoWithout={() => stageFile('zip', null)} />
          ) : (
            <Text tone="soft" below={10}>
              {t('book.content_zip_none')}
            </Text>
          )}
          {uploader('zip')}
        </div>
      </Grid>
    </Card>
  );
}

interface ContentFileProps {
  bid: string;
  content: Content;
  /** Puts the book without it into a release. */
  intoWithout: () => Promise<boolean>;
  children?: ReactNode;
}

function ContentFile({ bid, content, intoWithout: into, children }: ContentFileProps) {
  const t = useT<BookWords>();
  const format = useFormat();
  const act = useAct();
  const remove = async () => {
    const title = `${t('common.delete')}: ${content.file_name}`;
    const body = `${t('CMN-18')} ${t('book.content_delete_text')}`;
    if (!(await confirm({ title, body, agree: t('common.delete'), danger: true, into }))) return;
    act(async () => {
      const params = { bid };
      const { results } =
        content.kind === 'epub'
          ? await call('DELETE /api/v1/book/:bid/epub', { params })
          : await call('DELETE /api/v1/book/:bid/zip', { params });
      reloadWith(t('common.deleted'), results.act_idx);
    });
  };
  const uploaded = { time: format.dateTime(content.uploaded_at), name: content.uploaded_by ?? '—' };
  return (
    <>
      <Pairs below={10}>
        <dt>{t('book.content_file')}</dt>
        <dd>
          <bdi>{content.file_name}</bdi>
        </dd>
        <dt>{t('book.content_size')}</dt>
        <dd>{format.size(content.size)}</dd>
        <dt>{t('book.content_entries')}</dt>
        <dd>{t('book.content_unpacked', { count: content.entries, size: format.size(content.unpacked) })}</dd>
        <dt>{t('book.content_uploaded_at')}</dt>
        <dd>{t('book.content_by', uploaded)}</dd>
      </Pairs>
      {children}
      <Inline tight below={12}>
        <ButtonLink size="small" href={`/api/v1/book/${bid}/${content.kind}`}>
          {t('book.content_download')}
        </ButtonLink>
        <Button variant="soft" danger size="small" onClick={() => void remove()}>
          {t('common.delete')}
        </Button>
      </Inline>
    </>
  );
}
