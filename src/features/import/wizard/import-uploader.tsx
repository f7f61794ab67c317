import { useState } from 'react';
import { client } from '#client/api.ts';
import { upload } from '#client/upload/upload.ts';
import { randomId } from '#kernel/text/random-id.rules.ts';
import { useT } from '#ui/interface.tsx';
import { Uploader } from '#ui/upload/uploader.tsx';
import { type Send, untilGone } from '#ui/upload/use-upload.ts';
import type { importApi } from '../import.contract.ts';
import type { ImportWords } from '../import.messages.ts';
import { maxSheetBytes } from '../sheet/import-upload.rules.ts';
import styles from './import.module.css';

const call = client<typeof importApi>();

const pollMs = 500;

/** The files that can be imported besides sheets: their names for people, and how they end. */
export interface OtherFiles {
  names: string[];
  endings: string[];
}

/** Uploads a sheet, shows the progress of uploading and reading, and goes on to the preview. */
export function ImportUploader({ others }: { others: OtherFiles }) {
  const t = useT<ImportWords>();
  const [progress, setProgress] = useState({ rows: 0, ahead: 0 });
  const send = async (file: File, options: Parameters<Send<void>>[0]) => {
    const key = randomId();
    const form = new FormData();
    form.append('file', file);
    setProgress({ rows: 0, ahead: 0 });
    const polling = setInterval(() => void poll(key, setProgress), pollMs);
    try {
      const { results } = await upload<{ results: { import_idx: number } }>('/api/v1/import', form, {
        ...options,
        headers: { 'x-progress-key': key },
      });
      location.assign(`/book/import/${results.import_idx}`);
    } finally {
      clearInterval(polling);
    }
    await untilGone();
  };
  return (
    <section aria-label={t('import.choose')} className={styles.uploader}>
      <Uploader
        label={t('import.choose')}
        kinds={['XLSX', 'CSV', ...others.names].join(', ')}
        hint={t('import.choose_hint')}
        working={
          progress.ahead > 0
            ? t('import.waiting', { count: progress.ahead })
            : t('import.reading', { count: progress.rows })
        }
        accept={['.xlsx', '.csv', ...others.endings]}
        maxBytes={maxSheetBytes}
        multiple={false}
        failed={t('import.error')}
        check={async () => null}
        send={async ([file], options) => file && send(file, options)}
      />
    </section>
  );
}

type Progress = { rows: number; ahead: number };

async function poll(key: string, onProgress: (progress: Progress) => void): Promise<void> {
  const answer = await call('GET /api/v1/import/progress/:key', { params: { key } }).catch(() => null);
  if (answer) onProgress(answer.results);
}
