import { Button, Progress } from '@mantine/core';
import { useRef, useState } from 'react';
import { ApiError, client } from '#client/api.ts';
import { upload } from '#client/upload.ts';
import { FileDrop } from '#ui/file-drop.tsx';
import { useT } from '#ui/interface.tsx';
import type { importApi } from './import.contract.ts';
import type { ImportWords } from './import.messages.ts';
import styles from './import.module.css';

const call = client<typeof importApi>();

type State =
  | { step: 'idle' }
  | { step: 'sending'; share: number }
  | { step: 'reading'; rows: number }
  | { step: 'failed'; message: string; file: File };

const pollMs = 500;

/** Sends a sheet, shows how far sending and reading have come, and goes to what it would change. */
export function ImportUploader() {
  const t = useT<ImportWords>();
  const [state, setState] = useState<State>({ step: 'idle' });
  const abort = useRef<AbortController>(null);
  const send = async (file: File) => {
    const stop = new AbortController();
    abort.current = stop;
    setState({ step: 'sending', share: 0 });
    const key = crypto.randomUUID();
    const form = new FormData();
    form.append('file', file);
    const polling = setInterval(() => void poll(key, setState), pollMs);
    try {
      const { results } = await upload<{ results: { import_idx: number } }>('/api/v1/import', form, {
        headers: { 'x-progress-key': key },
        signal: stop.signal,
        onProgress: (sent, total) =>
          setState(sent < total ? { step: 'sending', share: sent / total } : { step: 'reading', rows: 0 }),
      });
      location.assign(`/book/import/${results.import_idx}`);
    } catch (error) {
      setState(
        stop.signal.aborted
          ? { step: 'idle' }
          : { step: 'failed', message: messageOf(error, t('error.network')), file },
      );
    } finally {
      clearInterval(polling);
    }
  };
  const busy = state.step === 'sending' || state.step === 'reading';
  return (
    <section aria-label={t('import.choose')} className={styles.uploader}>
      {!busy && (
        <FileDrop
          label={t('import.choose')}
          hint={t('import.choose_hint')}
          accept=".xlsx,.csv"
          onFile={(file) => void send(file)}
        />
      )}
      {busy && (
        <div className={styles.busy} role="status">
          <p>{state.step === 'sending' ? t('import.uploading') : t('import.reading', { count: state.rows })}</p>
          <Progress
            value={state.step === 'sending' ? state.share * 100 : 100}
            animated={state.step === 'reading'}
            aria-label={t('import.uploading')}
          />
          <Button variant="default" onClick={() => abort.current?.abort()}>
            {t('import.stop')}
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
    </section>
  );
}

async function poll(key: string, setState: (next: (state: State) => State) => void): Promise<void> {
  const answer = await call('GET /api/v1/import/progress/:key', { params: { key } }).catch(() => null);
  if (answer) setState((state) => (state.step === 'reading' ? { step: 'reading', rows: answer.results.rows } : state));
}

const messageOf = (error: unknown, network: string): string =>
  error instanceof ApiError ? (error.status === 0 ? network : error.message) : String(error);
