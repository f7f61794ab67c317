import { Alert, Button, Loader } from '@mantine/core';
import { useEffect, useState } from 'react';
import { focusFirst } from '#ui/form/focus.ts';
import { unsavedIn } from '#ui/form/use-unsaved.ts';
import { useT } from '#ui/interface.tsx';
import { failure } from '../../client/api.ts';
import { confirm } from '../../client/dialogs.ts';
import { inPageLanguage } from '../../client/language.ts';
import { inSession } from '../../client/session.ts';
import { hydrate } from '../hydrate.tsx';
import { Dialog } from './dialog.tsx';
import styles from './fragment-dialog.module.css';

type State = { status: 'loading' } | { status: 'ready'; title: string } | { status: 'failed'; message: string };

interface FragmentDialogProps {
  /** The dialog's position on the stack. */
  id: number;
  url: string;
  onClose: () => void;
}

/** Fetches a fragment, shows its HTML in a dialog and hydrates it like a page. */
export function FragmentDialog({ id, url, onClose }: FragmentDialogProps) {
  const t = useT();
  const [host, setHost] = useState<HTMLDivElement | null>(null);
  const [state, setState] = useState<State>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!host) return;
    const abort = new AbortController();
    setState({ status: 'loading' });
    const opening = openFragmentIn(host, url, abort.signal).then(
      (unmount) => {
        if (!abort.signal.aborted) setState({ status: 'ready', title: host.querySelector('h2')?.textContent ?? '' });
        return unmount;
      },
      (error: Error) => {
        if (!abort.signal.aborted) setState({ status: 'failed', message: error.message });
        return () => undefined;
      },
    );
    return () => {
      abort.abort();
      // React must not unmount another root while rendering this one.
      void opening.then((unmount) => setTimeout(unmount));
    };
  }, [host, url, attempt]);
  const close = async () => {
    const left = host && unsavedIn(host);
    const words = left?.words ?? { title: t('confirm.unsaved_title'), body: t('confirm.unsaved') };
    if (!left || (await confirm({ ...words, agree: t('confirm.leave'), danger: true }))) onClose();
  };
  return (
    <Dialog title={state.status === 'ready' ? state.title : ''} size="lg" onClose={() => void close()}>
      {state.status === 'loading' && <Loader size="sm" role="status" aria-label={t('common.loading')} />}
      {state.status === 'failed' && (
        <Alert color="red" role="alert">
          {state.message}{' '}
          <Button size="compact-sm" variant="light" onClick={() => setAttempt(attempt + 1)}>
            {t('common.retry')}
          </Button>
        </Alert>
      )}
      <div ref={setHost} className={styles.body} data-dialog={id} />
    </Dialog>
  );
}

async function openFragmentIn(host: HTMLElement, url: string, signal: AbortSignal): Promise<() => void> {
  const headers = { ...inPageLanguage(), accept: 'text/html' };
  const response = await inSession(() => fetch(url, { signal, headers })).catch(() => null);
  if (!response?.ok) throw failure(response?.status ?? 0, await response?.json().catch(() => null));
  // Hidden until it is usable: words typed into it earlier would be lost.
  host.hidden = true;
  host.innerHTML = await response.text();
  const roots = await hydrate(host);
  host.hidden = false;
  focusFirst(host);
  return () => {
    for (const root of roots) root.unmount();
  };
}
