import type { StorageErrorCode } from '#kernel/storage/storage.ts';
import { ApiError, failure } from '../api.ts';
import { type Grant, type KeyedFile, UploadGrants } from './upload-grants.ts';
import { type FormAnswer, isDone, jsonOf, postForm, type UploadOptions } from './upload.ts';

interface GrantedUploadOptions extends Pick<UploadOptions, 'signal' | 'onProgress'> {
  /** How many files are uploaded in parallel. */
  lanes?: number;
}

/** The upload of one file, and with it the whole batch, failed permanently. */
class FileUploadError extends ApiError {
  readonly key: string;
  readonly file: File;

  constructor({ status, code, message, fields, details }: ApiError, { key, file }: KeyedFile) {
    super(status, { code, message, fields, details });
    this.key = key;
    this.file = file;
  }
}

const triesAgain = 3;
const firstPauseMs = 300;
// Thousands of small files report progress ten thousand times; a screen can draw only a few per second.
const reportEveryMs = 50;

/**
 * Uploads files directly to the storage, each with its own grant. `onProgress` reports the bytes of all files.
 * Temporary failures are retried. Rejects at the first permanent failure with a FileUploadError (an ApiError if no
 * grant is given), or with an AbortError. Uploads then stop, but uploaded files stay until the storage sweeps them.
 */
export async function uploadGranted(
  files: readonly KeyedFile[],
  { lanes = 6, signal, onProgress }: GrantedUploadOptions = {},
): Promise<void> {
  const stop = new AbortController();
  const upload: Upload = {
    grants: new UploadGrants(files),
    sent: new SentBytes(files, onProgress),
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
  };
  const waiting = files.entries();
  const work = async () => {
    for (const [index, one] of waiting) await send(upload, index, one);
  };
  const running = Array.from({ length: Math.min(lanes, files.length) }, work);
  try {
    await Promise.all(running);
    upload.sent.flush();
  } catch (error) {
    stop.abort();
    await Promise.allSettled(running);
    throw error;
  } finally {
    upload.sent.end();
  }
}

interface Upload {
  grants: UploadGrants;
  sent: SentBytes;
  signal: AbortSignal;
}

/** Sends one file, retrying until it arrives. */
async function send(upload: Upload, index: number, one: KeyedFile): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    upload.signal.throwIfAborted();
    const failed = await attempt(upload, index, one);
    if (!failed) return;
    upload.sent.set(index, 0);
    if (tries === triesAgain || !isPassing(failed.error)) throw failed.error;
    await pause(Math.max(firstPauseMs * 2 ** tries, failed.retryAfter * 1000), upload.signal);
  }
}

const isPassing = ({ status, code }: ApiError) => [0, 429, 503].includes(status) || code === 'storage.grant_expired';

interface Failed {
  error: ApiError;
  /** Seconds. */
  retryAfter: number;
}

async function attempt({ grants, sent, signal }: Upload, index: number, one: KeyedFile): Promise<Failed | null> {
  try {
    const grant = await grants.of(index, signal);
    const onProgress = (bytes: number) => sent.set(index, bytes);
    const answer = await postForm(grant.url, formOf(grant, one.file), { signal, onProgress }).catch(
      (error: unknown) => {
        throw error instanceof ApiError ? new FileUploadError(error, one) : error;
      },
    );
    if (isDone(answer.status)) {
      sent.set(index, one.file.size);
      return null;
    }
    const error = await storageRefusal(answer);
    if (error.code === 'storage.grant_expired') grants.renew(grant);
    return { error: new FileUploadError(error, one), retryAfter: answer.retryAfter };
  } catch (error) {
    if (error instanceof ApiError) return { error, retryAfter: 0 };
    throw error;
  }
}

function formOf({ fields }: Grant, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // Last: the storage reads the fields before it accepts a byte of the file.
  form.append('file', file);
  return form;
}

/** Sums the bytes sent for all files, and reports them a few times a second. */
class SentBytes {
  private readonly files: readonly KeyedFile[];
  private readonly report: UploadOptions['onProgress'];
  private readonly each: number[];
  private readonly total: number;
  private all = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(files: readonly KeyedFile[], report: UploadOptions['onProgress']) {
    this.files = files;
    this.report = report;
    this.each = files.map(() => 0);
    this.total = files.reduce((sum, { file }) => sum + file.size, 0);
  }

  /** Records the bytes sent of one file; `bytes` may include the form fields around it. */
  set(index: number, bytes: number): void {
    const sent = Math.min(bytes, this.files[index]?.file.size ?? 0);
    this.all += sent - (this.each[index] ?? 0);
    this.each[index] = sent;
    this.timer ??= setTimeout(() => this.flush(), reportEveryMs);
  }

  flush(): void {
    this.end();
    this.report?.(this.all, this.total);
  }

  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** The reason a storage refused an upload: from our own JSON, or from a bucket's XML, mapped to our messages. */
async function storageRefusal({ status, text }: FormAnswer): Promise<ApiError> {
  const body = jsonOf(text);
  if (body?.error) return failure(status, body);
  const code = bucketCode(status, text);
  // Imported lazily: on the server there is no page to take the messages from.
  const { pageInterface } = await import('../page-interface.ts');
  return new ApiError(status, { code, message: pageInterface.text(code) });
}

function bucketCode(status: number, text: string): StorageErrorCode {
  const named = /<Code>(\w+)<\/Code>/.exec(text)?.[1];
  if (named === 'EntityTooLarge' || status === 413) return 'storage.too_large';
  if (named === 'QuotaExceeded' || status === 507) return 'storage.full';
  if (status === 403) return /expired/i.test(text) ? 'storage.grant_expired' : 'storage.grant_invalid';
  return status >= 500 ? 'storage.unreachable' : 'storage.bad_upload';
}
