import { failure } from '../api.ts';
import { inPageLanguage } from '../language.ts';
import { inOffice } from '../office-path.ts';
import { inSession } from '../session.ts';
import { tabId } from '../tab.ts';

export interface UploadOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Bytes sent, and in total. */
  onProgress?: (sent: number, total: number) => void;
}

/** A server's answer to a form, whatever its status. */
export interface FormAnswer {
  status: number;
  text: string;
  /** How long to wait before a retry. Seconds. */
  retryAfter: number;
}

/** The product's timeout for uploads. Milliseconds. */
export const uploadTimeoutMs = 600_000;

/** Posts a form with files and reports upload progress, which fetch cannot. Returns the JSON, or throws an ApiError. */
export async function upload<T>(url: string, form: FormData, options: UploadOptions = {}): Promise<T> {
  const { status, text } = await postForm(url, form, options);
  const body = jsonOf(text);
  if (!isDone(status)) throw failure(status, body);
  return body as T;
}

/** Posts a form and returns the answer. Throws an ApiError of status 0 if there is none, or an AbortError. */
export async function postForm(url: string, form: FormData, options: UploadOptions = {}): Promise<FormAnswer> {
  return inSession(() => postOnce(url, form, options));
}

function postOnce(url: string, form: FormData, options: UploadOptions): Promise<FormAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', inOffice(url));
    request.timeout = uploadTimeoutMs;
    const isOwn = new URL(url, location.href).origin === location.origin;
    const own = isOwn ? { ...inPageLanguage(), 'x-tab': tabId() } : {};
    const headers: Record<string, string> = { ...own, ...options.headers };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => options.onProgress?.(event.loaded, event.total);
    request.onerror = () => reject(failure(0, null));
    request.ontimeout = () => reject(failure(0, null));
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    request.onload = () =>
      resolve({ status: request.status, text: request.responseText, retryAfter: retryAfterOf(request) });
    const stop = () => request.abort();
    request.onloadend = () => options.signal?.removeEventListener('abort', stop);
    options.signal?.addEventListener('abort', stop);
    request.send(form);
    if (options.signal?.aborted) stop();
  });
}

export const isDone = (status: number): boolean => status >= 200 && status < 300;

/** The JSON of an answer; null if it is not JSON, such as a proxy's page. */
export function jsonOf(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Read only when needed: reading a header that another origin hides logs an error to the console. */
function retryAfterOf(request: XMLHttpRequest): number {
  return request.status === 429 ? Number(request.getResponseHeader('retry-after') ?? 0) || 0 : 0;
}
