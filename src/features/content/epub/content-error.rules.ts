import { ArchiveError, type ArchiveFault } from '#kernel/archive/archive-error.ts';
import { AppError } from '#kernel/messages/errors.ts';

/** 'Unable to open compressed file', and why: a message key of content-refusal.messages.ts. */
type ContentFault =
  | `book.zip_${ArchiveFault}`
  | 'book.zip_not_epub'
  | 'book.zip_part_missing'
  | 'book.zip_xml_bad'
  | 'book.zip_xml_unsafe';

/** A file whose content is not what it should be. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly key: ContentFault;
  readonly values: { entry?: string };

  constructor(key: ContentFault, values: { entry?: string }) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/** The response (422) for the caller; an error that is not the file's fault is returned unchanged. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof ContentError) return refusal(error.key, { ...error.values }, error);
  if (!(error instanceof ArchiveError)) return error;
  const { fault, entry = '', limit = 0 } = error;
  // Sizes are given in megabytes.
  const shown = fault === 'too_large' ? Math.ceil(limit / 2 ** 20) : limit;
  return refusal(`book.zip_${fault}`, { entry, limit: shown }, error);
}

const refusal = (key: ContentFault, values: Record<string, unknown>, cause: Error) =>
  new AppError(422, key, values, { field: 'file', cause });
