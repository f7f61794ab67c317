import { useState } from 'react';
import { client } from '#client/api.ts';
import { upload } from '#client/upload/upload.ts';
import type { ReadFile } from '#kernel/records/record-parts.ts';
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

/** A kind of file that can be imported besides sheets. */
export type OtherFile = Pick<ReadFile, 'name' | 'endings'>;

const shown = ({ name, endings }: OtherFile) => `${name} (${endings.join(', ')})`;

/** Uploads a sheet, shows the progress of uploading and reading, and goes on to the preview. */
export function ImportUploader({ others }: { others: readonly OtherFile[] }) {
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
        kinds={['XLSX', 'CSV', ...others.map(({ name }) => name)].join(', ')}
        hint={[
          t('import.choose_hint'),
          ...(others.length > 0 ? [t('import.choose_others', { kinds: others.map(shown).join(', ') })] : []),
        ].join(' ')}
        working={
          progress.ahead > 0
            ? t('import.waiting', { count: progress.ahead })
            : t('import.reading', { count: progress.rows })
        }
        accept={['.xlsx', '.csv', ...others.flatMap(({ endings }) => endings)]}
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
