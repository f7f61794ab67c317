import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import { uploadGranted } from '#client/upload/granted-uploads.ts';
import { uploadTimeoutMs } from '#client/upload/upload.ts';
import { useT } from '#ui/interface.tsx';
import { looksLike } from '#ui/upload/file-bytes.ts';
import { Uploader } from '#ui/upload/uploader.tsx';
import { type Send, untilGone } from '#ui/upload/use-upload.ts';
import type { BookWords } from '../book.messages.ts';
import type { contentApi } from './content.contract.ts';
import type { ContentKind } from './content-keys.rules.ts';
import { stagedContentKey } from './content-keys.rules.ts';

const call = client<typeof contentApi>();

interface ContentUploaderProps {
  bid: string;
  /** The book's version. */
  version: number;
  kind: ContentKind;
  /** Bytes. */
  limit: number;
  /** Another upload of the panel is running. */
  disabled: boolean;
  onBusy: (busy: boolean) => void;
}

/** Uploads the EPUB or content zip of a book to the storage, assigns it to the book, and refreshes the page. */
export function ContentUploader({ bid, version, kind, limit, disabled, onBusy }: ContentUploaderProps) {
  const t = useT<BookWords>();
  const give = async (file: File, options: Parameters<Send<void>>[0]) => {
    const key = stagedContentKey(kind);
    await uploadGranted([{ key, file }], options);
    const args = {
      params: { bid },
      body: { key, file_name: file.name, version },
      signal: options.signal,
      timeoutMs: uploadTimeoutMs,
    };
    if (kind === 'epub') await call('PUT /api/v1/book/:bid/epub', args);
    else await call('PUT /api/v1/book/:bid/zip', args);
  };
  return (
    <Uploader
      label={kind === 'epub' ? t('book.content_choose_epub') : t('book.content_choose_zip')}
      kinds={kind === 'epub' ? 'EPUB' : 'ZIP'}
      hint={t('book.content_hint', { size: limit / 2 ** 20 })}
      working={t('book.content_checking')}
      accept={[`.${kind}`]}
      maxBytes={limit}
      multiple={false}
      disabled={disabled}
      check={async (file) => ((await looksLike(file, ['zip'])) ? null : t('book.zip_not_zip'))}
      send={async ([file], options) => {
        if (!file) return;
        onBusy(true);
        try {
          await give(file, options);
        } catch (error) {
          onBusy(false);
          throw error;
        }
        reloadWith(t('book.content_uploaded'));
        await untilGone();
      }}
    />
  );
}
