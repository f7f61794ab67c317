import { useRef, useState } from 'react';
import { ApiError } from '#client/api.ts';
import type { UploadOptions } from '#client/upload/upload.ts';
import { useT } from '../interface.tsx';

/** The state of an upload: sending, processing or failed. `share` is a fraction of 1. */
export type UploadState =
  | { step: 'idle' }
  | { step: 'sending'; share: number }
  | { step: 'working' }
  | { step: 'failed'; message: string };

export type Send<T> = (options: Required<Pick<UploadOptions, 'signal' | 'onProgress'>>) => Promise<T>;

interface Upload {
  state: UploadState;
  /** Runs `act`; while it runs, others are ignored. Resolves to null if it was cancelled. */
  run: <T>(act: Send<T>) => Promise<T | null>;
  /** Cancels the upload; the screen is then as before. */
  cancel: () => void;
}

export const isBusy = ({ step }: UploadState): boolean => step === 'sending' || step === 'working';

/** One upload at a time: its progress, a way to cancel it, and why it failed. Errors are rethrown. */
export function useUpload(): Upload {
  const t = useT();
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const running = useRef<AbortController>(null);
  const run = async <T>(act: Send<T>): Promise<T | null> => {
    if (running.current) return null;
    const stop = new AbortController();
    running.current = stop;
    setState({ step: 'sending', share: 0 });
    // The last progress event may come after the end.
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

/** For actions that leave the page: keeps the display until the page is gone. */
export const untilGone = (): Promise<never> => new Promise(() => {});

const messageOf = (error: unknown, network: string): string =>
  error instanceof ApiError ? (error.status === 0 ? network : error.message) : String(error);
