import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import styles from './upload-progress.module.css';
import { isBusy, type UploadState } from './use-upload.ts';

interface UploadProgressProps {
  state: UploadState;
  /** The label of the bar for screen readers. */
  label: string;
  /** The texts while uploading, and while the server is processing. */
  sending: string;
  working: string;
  onCancel: () => void;
}

/** The progress of an upload, with a cancel button; nothing if none is running. */
export function UploadProgress({ state, label, sending, working, onCancel }: UploadProgressProps) {
  const t = useT();
  if (!isBusy(state)) return null;
  return (
    <div className={styles.progress}>
      <p role="status">{state.step === 'sending' ? sending : working}</p>
      <progress value={state.step === 'sending' ? state.share : undefined} aria-label={label} />
      <Button size="small" data-stops onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
