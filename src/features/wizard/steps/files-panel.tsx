import type { ReactNode } from 'react';
import type { FilesState, ImportWords } from '#features/import/import-pages.public.ts';
import type { FileStep } from '#features/import/import-rules.public.ts';
import { fileExtension } from '#features/import/import-rules.public.tsx';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Grid, Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { Note } from '#ui/kit/note.tsx';
import { StatusMark } from '#ui/page/status-mark.tsx';
import { VirtualList } from '#ui/rows/virtual-list.tsx';
import { FilesDrop } from '#ui/upload/files-drop.tsx';
import { UploadProgress } from '#ui/upload/upload-progress.tsx';
import styles from './files-step.module.css';
import { type ChosenFile, useFilesStep } from './use-files-step.ts';

interface FilesPanelProps {
  importIdx: number;
  step: FileStep;
  onTaken: (state: FilesState) => void;
  /** The files known from earlier visits. */
  children: ReactNode;
}

/** The drop zone of a step, with the problems of the files and the progress of their upload. */
export function FilesPanel({ importIdx, step, onTaken, children }: FilesPanelProps) {
  const t = useT<ImportWords>();
  const office = useFilesStep(importIdx, step, onTaken);
  const { upload, chosen, phase, taken, busy } = office;
  // Leaving the page would abort the upload.
  const panel = useUnsaved<HTMLElement>(busy);
  const failed = upload.step === 'failed';
  const flag = busy ? 'is-uploading' : failed || phase === 'invalid' ? 'is-error' : '';
  return (
    <Stack as="section" ref={panel} below={12} className={flag} aria-label={t(`import.step_${step}`)}>
      {!busy && (
        <FilesDrop
          isMain
          label={t(`import.choose_${step}`)}
          hint={t(`import.choose_${step}_hint`)}
          accept={fileExtension[step]}
          onFiles={office.choose}
        />
      )}
      {phase === 'none_fits' && (
        <Note tone="problem">{t('import.files_none_fit', { extension: fileExtension[step] })}</Note>
      )}
      <UploadProgress
        state={upload}
        label={t(`import.step_${step}`)}
        sending={
          phase === 'checking'
            ? t('import.files_checking', { count: chosen.length })
            : t('import.files_sending', { taken, count: chosen.length })
        }
        working={t('import.files_sending', { taken, count: chosen.length })}
        onCancel={office.cancel}
      />
      {failed && (
        <Note tone="problem">
          <p>{`${step === 'images' ? t('import.images_failed') : t('import.error')}: ${upload.message}`}</p>
          <Button size="small" onClick={office.retry}>
            {t('common.retry')}
          </Button>
        </Note>
      )}
      {phase === 'invalid' && !busy && <Invalid office={office} />}
      {!busy && phase !== 'invalid' && children}
      {office.stopped && (
        <div>
          <Button variant="primary" size="small" onClick={office.retry}>
            {t('import.files_go_on', { count: chosen.length })}
          </Button>
        </div>
      )}
      {chosen.length > 0 && <ChosenFiles chosen={chosen} />}
    </Stack>
  );
}

function Invalid({ office }: { office: ReturnType<typeof useFilesStep> }) {
  const t = useT<ImportWords>();
  const count = office.chosen.filter(({ status }) => status === 'invalid').length;
  return (
    <Note tone="problem">
      <p>{t('import.files_invalid', { count })}</p>
      <Inline tight>
        <Button size="small" onClick={office.clear}>
          {t('common.cancel')}
        </Button>
        {count < office.chosen.length && (
          <Button variant="primary" size="small" onClick={office.leaveOutInvalid}>
            {t('import.files_leave_out', { count: office.chosen.length - count })}
          </Button>
        )}
      </Inline>
    </Note>
  );
}

const rowHeight = 44;

function ChosenFiles({ chosen }: { chosen: readonly ChosenFile[] }) {
  const t = useT<ImportWords>();
  const format = useFormat();
  return (
    <VirtualList
      label={t('import.files', { count: chosen.length })}
      count={chosen.length}
      rowHeight={rowHeight}
      render={(index) => {
        const one = chosen[index];
        if (!one) return null;
        const status = one.status === 'taken' ? 'valid' : one.status === 'invalid' ? 'invalid' : 'unknown';
        return (
          <Grid
            columns="18px minmax(0, 1fr) auto"
            gap={10}
            pad="0 12px"
            middle
            className={styles.file}
            data-status={status}
          >
            <StatusMark status={status} label={t(`import.status_of_${status}`)} />
            <span>
              <Text as="span" cut>
                {one.file.name}
              </Text>
              {one.message && (
                <Text as="small" tone="problem" cut title={one.message}>
                  {one.message}
                </Text>
              )}
            </span>
            <Text as="span" tone={status === 'invalid' ? undefined : 'soft'} number>
              {format.size(one.file.size)}
            </Text>
          </Grid>
        );
      }}
    />
  );
}
