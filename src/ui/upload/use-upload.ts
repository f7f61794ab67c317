import { useRef, useState } from 'react';
import { ApiError } from '#client/api.ts';
import type { UploadOptions } from '#client/upload/upload.ts';
import { useT } from '../interface.tsx';

/** How far an upload is: on its way, arrived and being worked on, or failed. `share` is of 1. */
export type UploadState =
  | { step: 'idle' }
  | { step: 'sending'; share: number }
  | { step: 'working' }
  | { step: 'failed'; message: string };

export type Send<T> = (options: Required<Pick<UploadOptions, 'signal' | 'onProgress'>>) => Promise<T>;

export interface Upload {
  state: UploadState;
  /** Sends what `act` sends; while that goes on, any other is let be. Answers null where somebody stopped it. */
  run: <T>(act: Send<T>) => Promise<T | null>;
  /** Stops what goes on; afterwards the screen is as before. */
  cancel: () => void;
}

export const isBusy = ({ step }: UploadState): boolean => step === 'sending' || step === 'working';

/** One upload at a time: how far it has come, the way to stop it, and why it failed. Failures are thrown on. */
export function useUpload(): Upload {
  const t = useT();
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const running = useRef<AbortController>(null);
  const run = async <T>(act: Send<T>): Promise<T | null> => {
    if (running.current) return null;
    const stop = new AbortController();
    running.current = stop;
    setState({ step: 'sending', share: 0 });
    // The last report may come after the end.
    const onProgress = (sent: number, total: number) => {
      if (running.current === stop)
        setState(sent < total ? { step: 'sending', share: sent / total } : { step: 'working' });
    };
    try {
      const done = await act({ signal: stop.signal, onProgress });
      setState({ step: 'idle' });
      return done;
    } catch (error) {
      if (stop.signal.aborted) {
        setState({ step: 'idle' });
        return null;
      }
      setState({ step: 'failed', message: messageOf(error, t('error.network')) });
      throw error;
    } finally {
      running.current = null;
    }
  };
  const cancel = () => {
    if (running.current) running.current.abort();
    else setState({ step: 'idle' });
  };
  return { state, run, cancel };
}

/** For an act that leaves the page: what is shown stays until the page is gone. */
export const untilGone = (): Promise<never> => new Promise(() => {});

const messageOf = (error: unknown, network: string): string =>
  error instanceof ApiError ? (error.status === 0 ? network : error.message) : String(error);
