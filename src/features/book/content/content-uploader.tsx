import { Button, Progress } from '@mantine/core';
import { useRef, useState } from 'react';
import { ApiError } from '#client/api.ts';
import { reloadWith } from '#client/dialogs.ts';
import { upload } from '#client/upload.ts';
import { FileDrop } from '#ui/file-drop.tsx';
import { useT } from '#ui/interface.tsx';
import type { BookWords } from '../book.messages.ts';
import type { ContentKind } from './content.contract.ts';
import styles from './content.module.css';

interface ContentUploaderProps {
  bid: string;
  kind: ContentKind;
  /** Bytes. */
  limit: number;
  /** Another upload of the panel is under way. */
  disabled: boolean;
  onBusy: (busy: boolean) => void;
}

type State =
  | { step: 'idle' }
  | { step: 'sending'; share: number; file: File }
  | { step: 'checking'; file: File }
  | { step: 'failed'; message: string; file: File };

/** Sends the EPUB or content zip of a book: one at a time, with progress, a way to stop and a way to try again. */
export function ContentUploader({ bid, kind, limit, disabled, onBusy }: ContentUploaderProps) {
  const t = useT<BookWords>();
  const size = limit / 2 ** 20;
  const { state, send, stop } = useContentUpload({ bid, kind, limit, onBusy });
  const label = kind === 'epub' ? t('book.content_choose_epub') : t('book.content_choose_zip');
  const busy = state.step === 'sending' || state.step === 'checking';
  const marks = [styles.uploader, busy && 'is-uploading', state.step === 'failed' && 'is-error'];
  return (
    <div className={marks.filter(Boolean).join(' ')}>
      {!busy && (
        <FileDrop
          label={label}
          hint={t('book.content_hint', { size })}
          accept={kind === 'epub' ? '.epub,application/epub+zip' : '.zip,application/zip'}
          disabled={disabled}
          onFile={(file) => void send(file)}
        />
      )}
      {busy && (
        <div className={styles.busy} role="status">
          <p>
            {state.step === 'sending'
              ? t('book.content_uploading', { name: state.file.name })
              : t('book.content_checking')}
          </p>
          <Progress
            value={state.step === 'sending' ? state.share * 100 : 100}
            animated={state.step === 'checking'}
            aria-label={label}
          />
          <Button variant="default" onClick={stop}>
            {t('common.cancel')}
          </Button>
        </div>
      )}
      {state.step === 'failed' && (
        <p role="alert" className={styles.problem}>
          {state.message}{' '}
          <Button size="compact-sm" variant="light" color="red" onClick={() => void send(state.file)}>
            {t('common.retry')}
          </Button>
        </p>
      )}
    </div>
  );
}

function useContentUpload({ bid, kind, limit, onBusy }: Omit<ContentUploaderProps, 'disabled'>) {
  const t = useT<BookWords>();
  const [state, setState] = useState<State>({ step: 'idle' });
  const abort = useRef<AbortController>(null);
  const send = async (file: File) => {
    if (file.size > limit) {
      setState({ step: 'failed', message: t('book.content_too_large', { size: limit / 2 ** 20 }), file });
      return;
    }
    const stop = new AbortController();
    abort.current = stop;
    onBusy(true);
    setState({ step: 'sending', share: 0, file });
    const form = new FormData();
    form.append('file', file);
    try {
      await upload(`/api/v1/book/${bid}/${kind}`, form, {
        signal: stop.signal,
        onProgress: (sent, total) =>
          setState(sent < total ? { step: 'sending', share: sent / total, file } : { step: 'checking', file }),
      });
      reloadWith(t('book.content_uploaded'));
    } catch (error) {
      onBusy(false);
      setState(
        stop.signal.aborted
          ? { step: 'idle' }
          : { step: 'failed', message: messageOf(error, t('error.network')), file },
      );
    }
  };
  return { state, send, stop: () => abort.current?.abort() };
}

const messageOf = (error: unknown, network: string): string =>
  error instanceof ApiError ? (error.status === 0 ? network : error.message) : String(error);
