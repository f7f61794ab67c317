import { failure } from './api.ts';

export interface UploadOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Bytes sent and in all. */
  onProgress?: (sent: number, total: number) => void;
}

// The product's time-out for uploads. Milliseconds.
const timeoutMs = 600_000;

/** Posts a form with files, telling how much is sent: fetch cannot. Answers the JSON, or throws an ApiError. */
export function upload<T>(url: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.timeout = timeoutMs;
    request.responseType = 'json';
    for (const [name, value] of Object.entries(options.headers ?? {})) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => options.onProgress?.(event.loaded, event.total);
    request.onerror = () => reject(failure(0, null));
    request.ontimeout = () => reject(failure(0, null));
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as T);
      else reject(failure(request.status, request.response));
    };
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
    if (options.signal?.aborted) request.abort();
  });
}
