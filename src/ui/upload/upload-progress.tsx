import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Progress } from '../kit/progress.tsx';
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
    <Progress
      label={label}
      value={state.step === 'sending' ? state.share : undefined}
      text={state.step === 'sending' ? sending : working}
    >
      <Button size="small" data-stops onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </Progress>
  );
}
