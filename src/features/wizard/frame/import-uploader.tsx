import { useState } from 'react';
import { client } from '#client/api.ts';
import { goOnAt } from '#client/dialogs.ts';
import { upload } from '#client/upload/upload.ts';
import type { EarlyPreview, ImportWords, importApi } from '#features/import/import-pages.public.ts';
import { maxSheetBytes } from '#features/import/import-rules.public.tsx';
import type { ReadFile } from '#kernel/records/record-parts.ts';
import { randomId } from '#kernel/text/random-id.rules.ts';
import { useT } from '#ui/interface.tsx';
import { Stack } from '#ui/kit/layout.tsx';
import { Uploader } from '#ui/upload/uploader.tsx';
import { type Send, untilGone } from '#ui/upload/use-upload.ts';

const call = client<typeof importApi>();

// Often until the first rows can be shown. Milliseconds.
const pollMs = { first: 150, later: 500 };

/** A kind of file that can be imported besides sheets. */
export type OtherFile = Pick<ReadFile, 'name' | 'endings'>;

const shown = ({ name, endings }: OtherFile) => `${name} (${endings.join(', ')})`;

interface ImportUploaderProps {
  others: readonly OtherFile[];
  /** What is known of the rows so far; null once the upload is over. */
  onPreview: (preview: EarlyPreview | null) => void;
}

/** Uploads a sheet, shows the progress of uploading and reading, and goes on to the preview. */
export function ImportUploader({ others, onPreview }: ImportUploaderProps) {
  const t = useT<ImportWords>();
  const [progress, setProgress] = useState(unread);
  const send = async (file: File, options: Parameters<Send<void>>[0]) => {
    const key = randomId();
    const form = new FormData();
    form.append('file', file);
    setProgress(unread);
    const over = new AbortController();
    void poll(key, over.signal, (next, preview) => {
      setProgress(next);
      if (preview) onPreview(preview);
    });
    try {
      const { results } = await upload<{ results: { import_idx: number } }>('/api/v1/import', form, {
        ...options,
        headers: { 'x-progress-key': key },
      });
      goOnAt(`/book/import/${results.import_idx}`);
    } catch (error) {
      onPreview(null);
      throw error;
    } finally {
      over.abort();
    }
    await untilGone();
  };
  return (
    <Stack as="section" gap={0} below={8} aria-label={t('import.choose')}>
      <Uploader
        isMain
        label={t('import.choose')}
        kinds={['XLSX', 'CSV', ...others.map(({ name }) => name)].join(', ')}
        hint={[
          t('import.choose_hint'),
          ...(others.length > 0 ? [t('import.choose_others', { kinds: others.map(shown).join(', ') })] : []),
        ].join(' ')}
        working={
          progress.ahead > 0
            ? t('import.waiting', { count: progress.ahead })
            : progress.total > progress.rows
              ? t('import.reading_of', { count: progress.rows, total: progress.total })
              : t('import.reading', { count: progress.rows })
        }
        accept={['.xlsx', '.csv', ...others.flatMap(({ endings }) => endings)]}
        maxBytes={maxSheetBytes}
        multiple={false}
        failed={t('import.error')}
        check={async () => null}
        send={async ([file], options) => file && send(file, options)}
      />
    </Stack>
  );
}

const unread = { rows: 0, total: 0, ahead: 0 };
type Progress = typeof unread;

/** Asks for the progress until the signal is aborted; of the rows, only for those not known yet. */
async function poll(
  key: string,
  over: AbortSignal,
  onProgress: (progress: Progress, preview: EarlyPreview | null) => void,
): Promise<void> {
  const known: EarlyPreview['rows'] = [];
  while (!over.aborted) {
    await new Promise((resolve) => setTimeout(resolve, known.length > 0 ? pollMs.later : pollMs.first));
    const query = { seen: known.length };
    const answer = await call('GET /api/v1/import/progress/:key', { params: { key }, query }).catch(() => null);
    if (!answer || over.aborted) continue;
    const { preview, ...progress } = answer.results;
    if (preview) known.push(...preview.rows);
    onProgress(progress, preview && { ...preview, rows: [...known] });
  }
}
