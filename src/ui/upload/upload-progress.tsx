import { Button, Progress } from '@mantine/core';
import { useT } from '../interface.tsx';
import styles from './upload-progress.module.css';
import { isBusy, type UploadState } from './use-upload.ts';

interface UploadProgressProps {
  state: UploadState;
  /** What the bar measures, for those who do not see it. */
  label: string;
  /** Said while it is sent, and while what arrived is worked on. */
  sending: string;
  working: string;
  onCancel: () => void;
}

/** How far an upload has come, and the way to stop it; nothing where none goes on. */
export function UploadProgress({ state, label, sending, working, onCancel }: UploadProgressProps) {
  const t = useT();
  if (!isBusy(state)) return null;
  const share = state.step === 'sending' ? state.share : 1;
  return (
    <div className={styles.progress}>
      <p role="status">{state.step === 'sending' ? sending : working}</p>
      <Progress value={share * 100} animated={state.step === 'working'} aria-label={label} />
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
