import { focusFirst } from '#ui/form/focus.ts';
import { useT } from '#ui/interface.tsx';
import { Dialog } from '#ui/kit/dialog.tsx';
import { Spinner } from '#ui/kit/spinner.tsx';
import { askToLose } from './ask-to-lose.ts';
import { FailedFragment } from './failed-fragment.tsx';
import styles from './fragment-dialog.module.css';
import { useFragment } from './use-fragment.ts';

interface FragmentDialogProps {
  /** The dialog's position on the stack. */
  id: number;
  url: string;
  onClose: () => void;
}

/** Fetches a fragment, shows its HTML in a dialog and hydrates it like a page. */
export function FragmentDialog({ id, url, onClose }: FragmentDialogProps) {
  const t = useT();
  const { host, setHost, state, retry } = useFragment(url, { onShown: focusFirst });
  const close = async () => {
    if (await askToLose(host)) onClose();
  };
  const titles = {
    loading: () => t('common.loading'),
    failed: () => t('error.title_500'),
    ready: () => host?.querySelector('h2')?.textContent ?? '',
  };
  return (
    <Dialog title={titles[state.status]()} size="lg" onClose={() => void close()}>
      {state.status === 'loading' && (
        // Has the focus meanwhile, which would be on the button that closes.
        <Spinner label={t('common.loading')} tabIndex={-1} data-autofocus data-late />
      )}
      {state.status === 'failed' && <FailedFragment message={state.message} isGone={state.isGone} onRetry={retry} />}
      <div ref={setHost} className={styles.body} data-dialog={id} />
    </Dialog>
  );
}
