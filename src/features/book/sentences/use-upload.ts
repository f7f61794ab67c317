import { useRef, useState } from 'react';
import { upload } from '#client/upload.ts';

/** One upload at a time: how much of it is sent, and the way to stop it. */
export function useUpload<T>() {
  /** Null while there is none. */
  const [share, setShare] = useState<number | null>(null);
  const abort = useRef<AbortController>(null);
  /** Answers null where somebody stopped it. */
  const send = async (url: string, form: FormData): Promise<T | null> => {
    const stop = new AbortController();
    abort.current = stop;
    try {
      return await upload<T>(url, form, {
        signal: stop.signal,
        onProgress: (sent, total) => setShare(total > 0 ? sent / total : 0),
      });
    } catch (error) {
      if (stop.signal.aborted) return null;
      throw error;
    } finally {
      setShare(null);
    }
  };
  return { share, send, stop: () => abort.current?.abort() };
}
