/** Why a zip file is not opened. `entry` is the offending name in it, `limit` the limit that was exceeded. */
export type ArchiveFault =
  | 'not_zip'
  | 'empty'
  | 'truncated'
  | 'damaged'
  | 'hidden'
  | 'encrypted'
  | 'unsafe_name'
  | 'duplicate_name'
  | 'unknown_method'
  | 'bomb'
  | 'too_many_entries'
  | 'too_large';

/**
 * A zip file that cannot be opened, or is refused for safety; the file is at fault. For too_large, `limit` is in bytes.
 */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly fault: ArchiveFault;
  readonly entry: string | undefined;
  readonly limit: number | undefined;

  constructor(
    fault: ArchiveFault,
    { entry, limit, cause }: { entry?: string | undefined; limit?: number; cause?: unknown } = {},
  ) {
    super(entry === undefined ? fault : `${fault}: ${entry}`, { cause });
    this.fault = fault;
    this.entry = entry;
    this.limit = limit;
  }
}

/**
 * Turns errors of yauzl and zlib into ArchiveErrors, since the file is at fault. System errors (EIO) and errors not
 * about reading stay as they are.
 */
export function toArchiveError(error: unknown, entry?: string): unknown {
  if (!(error instanceof Error) || error instanceof ArchiveError || 'syscall' in error) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (/encrypt/.test(error.message)) return new ArchiveError('encrypted', { entry, cause: error });
  if (code === 'Z_DATA_ERROR' || /^(invalid|extra field|multi-disk|zip64)/i.test(error.message))
    return new ArchiveError('damaged', { entry, cause: error });
  return code === '' || code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE'
    ? new ArchiveError('truncated', { entry, cause: error })
    : error;
}
