import type { UploadWords } from '#kernel/storage/upload-messages.ts';
import { Button, Progress } from '@mantine/core';
import { FilesDrop } from './files-drop.tsx';
import { useFormat, useT } from './interface.tsx';
import styles from './uploader.module.css';
import { type ChosenFile, type UploaderRules, useUploader } from './use-uploader.ts';

interface UploaderProps extends UploaderRules {
  label: string;
  /** What the kinds of file are called: `JPG, PNG`. */
  kinds: string;
  /** Said before the reason of an upload that failed. */
  failed: string;
}

/**
 * Uploads files of one purpose: drop or choose, see what is invalid, watch, cancel, try again. Its element has the class
 * `is-uploading` while files go out and `is-error` while something is wrong.
 */
export function Uploader({ label, kinds, failed, ...rules }: UploaderProps) {
  const t = useT<UploadWords>();
  const format = useFormat();
  const { state, busy, choose, leaveOut, retry, cancel } = useUploader(rules);
  const wrong = state.step === 'invalid' || state.step === 'failed';
  const flag = state.step === 'uploading' ? 'is-uploading' : wrong ? 'is-error' : '';
  return (
    <div className={`${styles.uploader} ${flag}`}>
      {state.step !== 'uploading' && (
        <FilesDrop
          label={label}
          hint={t('upload.hint', { kinds, size: format.megabytes(rules.maxBytes) })}
          accept={rules.accept.join(',')}
          multiple={rules.multiple}
          disabled={busy}
          onFiles={choose}
        />
      )}
      {state.step === 'invalid' && <p role="alert">{t('upload.invalid')}</p>}
      {state.step === 'failed' && (
        <p role="alert">
          {failed}: {state.message}
        </p>
      )}
      {state.step === 'uploading' && (
        <div role="status">
          {state.share < 1 ? t('upload.sending', { count: state.chosen.length }) : t('upload.working')}
          <Progress value={state.share * 100} animated={state.share >= 1} aria-label={label} />
        </div>
      )}
      {'chosen' in state && (
        <>
          <ChosenFiles chosen={state.chosen} onLeaveOut={state.step === 'uploading' ? undefined : leaveOut} />
          <div className={styles.actions}>
            {state.step === 'failed' && (
              <Button size="compact-sm" onClick={retry}>
                {t('common.retry')}
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={cancel}>
              {t('common.cancel')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

interface ChosenFilesProps {
  chosen: readonly ChosenFile[];
  onLeaveOut: ((file: File) => void) | undefined;
}

function ChosenFiles({ chosen, onLeaveOut }: ChosenFilesProps) {
  const t = useT<UploadWords>();
  const format = useFormat();
  return (
    <ul className={styles.files} aria-label={t('upload.files')}>
      {chosen.map(({ file, problem }, index) => (
        <li key={`${index} ${file.name}`} data-invalid={problem !== null || undefined}>
          <span className={styles.name}>{file.name}</span>
          <span className={styles.size}>{format.megabytes(file.size)}</span>
          {onLeaveOut && (
            <button
              type="button"
              aria-label={t('upload.leave_out', { name: file.name })}
              onClick={() => onLeaveOut(file)}
            >
              <Cross />
            </button>
          )}
          {problem !== null && <small>{problem}</small>}
        </li>
      ))}
    </ul>
  );
}

const Cross = () => (
  <svg
    width="12"
    height="12"
    viewBox="0 0 12 12"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.500"
    aria-hidden="true"
  >
    <path d="M2 2l8 8M10 2l-8 8" />
  </svg>
);
