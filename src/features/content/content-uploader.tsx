import { client } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import { uploadGranted } from '#client/upload/granted-uploads.ts';
import { uploadTimeoutMs } from '#client/upload/upload.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { UploadWords } from '#kernel/messages/common/upload.messages.ts';
import { useAskWhere } from '#ui/form/use-ask-where.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { isOfKind } from '#ui/upload/file-bytes.ts';
import { Uploader } from '#ui/upload/uploader.tsx';
import { type Send, untilGone } from '#ui/upload/use-upload.ts';
import type { UploaderRules } from '#ui/upload/use-uploader.ts';
import type { contentApi } from './files/content.contract.ts';
import { type ContentKind, maxContentBytes, stagedContentKey } from './files/content-keys.rules.ts';

const call = client<typeof contentApi>();

interface ContentTarget {
  bid: string;
  /** The book's version. */
  version: number;
  /** The kinds of file it accepts. */
  kinds: readonly ContentKind[];
}

type Where = 'now' | 'release' | undefined;

interface ContentSaving {
  /** Gets a sentence about what was saved, and the act. */
  onSaved: (message: string, act: number | undefined) => Promise<void>;
  /** Where it goes; without it to readers at once. */
  where?: () => Promise<Where>;
  /** Puts it, by its key, into a release. */
  into?: (kind: ContentKind, file: string) => Promise<unknown>;
}

/** How the EPUB or content zip of a book is uploaded to the storage and assigned to the book. */
export function useContentRules({ bid, version, kinds }: ContentTarget, { onSaved, where, into }: ContentSaving) {
  const t = useT<BookWords & UploadWords>();
  const format = useFormat();
  const kindOf = (file: File) => kinds.find((kind) => file.name.toLowerCase().endsWith(`.${kind}`)) ?? 'epub';
  const give = async (file: File, goes: Where, options: Parameters<Send<void>>[0]) => {
    const kind = kindOf(file);
    const key = stagedContentKey(kind);
    await uploadGranted([{ key, file }], options);
    const isLater = goes === 'release';
    const args = {
      params: { bid },
      query: isLater ? { later: '1' as const } : {},
      body: { key, file_name: file.name, ...(!isLater && { version }) },
      signal: options.signal,
      timeoutMs: uploadTimeoutMs,
    };
    const { results } =
      kind === 'epub' ? await call('PUT /api/v1/book/:bid/epub', args) : await call('PUT /api/v1/book/:bid/zip', args);
    return results;
  };
  return {
    kinds: kinds.map((kind) => kind.toUpperCase()).join(', '),
    working: t('book.content_checking'),
    accept: kinds.map((kind) => `.${kind}`),
    maxBytes: Math.max(...kinds.map((kind) => maxContentBytes[kind])),
    multiple: false,
    check: async (file: File) => {
      const most = maxContentBytes[kindOf(file)];
      if (file.size > most) return t('upload.too_large', { size: format.size(most) });
      return (await isOfKind(file, ['zip'])) ? null : t('book.zip_not_zip');
    },
    send: async ([file], options) => {
      const goes = where ? await where() : 'now';
      if (!file || !goes) return;
      const { file: key, act_idx: act } = await give(file, goes, options);
      if (goes === 'release') return void (await into?.(kindOf(file), key));
      await onSaved(t('book.content_uploaded'), act);
    },
  } satisfies UploaderRules & { kinds: string; working: string };
}

interface ContentUploaderProps extends Omit<ContentTarget, 'kinds'> {
  kind: ContentKind;
  /** There is a file, which it would replace. */
  replaces: boolean;
  /** Another upload of the panel is running. */
  disabled: boolean;
  onBusy: (busy: boolean) => void;
  /** Puts the file, by its key, into a release. */
  into: (file: string) => Promise<unknown>;
}

/** Uploads the EPUB or content zip of a book: for readers now, which refreshes the page, or into a release. */
export function ContentUploader({ bid, version, kind, replaces, disabled, onBusy, into }: ContentUploaderProps) {
  const t = useT<BookWords>();
  const askWhere = useAskWhere();
  const label = t(`book.content_${kind}`);
  const rules = useContentRules(
    { bid, version, kinds: [kind] },
    {
      onSaved: async (message, act) => {
        reloadWith(message, act);
        await untilGone();
      },
      where: () => askWhere(label),
      into: (_, file) => into(file),
    },
  );
  return (
    <Uploader
      {...rules}
      label={kind === 'epub' ? t('book.content_choose_epub') : t('book.content_choose_zip')}
      hint={[t('book.content_hint', { size: rules.maxBytes / 2 ** 20 }), replaces && t('book.content_replaces')]
        .filter(Boolean)
        .join(' ')}
      disabled={disabled}
      send={async (files, options) => {
        onBusy(true);
        await rules.send(files, options).finally(() => onBusy(false));
      }}
    />
  );
}
