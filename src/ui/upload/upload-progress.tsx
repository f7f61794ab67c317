import { Button, Progress } from '@mantine/core';
import { useT } from '../interface.tsx';
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
  const share = state.step === 'sending' ? state.share : 1;
  return (
    <div className={styles.progress}>
      <p role="status">{state.step === 'sending' ? sending : working}</p>
      <Progress value={share * 100} animated={state.step === 'working'} aria-label={label} />
      <Button size="compact-sm" variant="default" data-stops onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
