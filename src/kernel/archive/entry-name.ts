import { type Entry, getFileNameLowLevel } from 'yauzl';
import { ArchiveError } from './archive-error.ts';

// The maximum size of one entry in the directory, so that a hostile file's directory fits into memory.
const maxRecordText = 2048;
const unixMade = 3;
const typeMask = 0o170000;
const symbolicLink = 0o120000;

/**
 * The name of an entry, checked to be safe to unpack anywhere: no absolute path, drive, `..`, backslash or control
 * character, and no symbolic link. Throws ArchiveError.
 */
export function safeEntryName(entry: Entry): string {
  const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  const shown = name.replace(/\p{Cc}/gu, '�').slice(0, 200);
  if (entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength > maxRecordText || isLink(entry)) {
    throw new ArchiveError('unsafe_name', { entry: shown });
  }
  // Some programs use the name in the extra field instead of the plain one: both must be safe.
  for (const one of [name, entry.fileNameRaw.toString('latin1')]) {
    if (!isSafe(one)) throw new ArchiveError('unsafe_name', { entry: shown });
  }
  return name;
}

const isSafe = (name: string) =>
  name !== '' &&
  !/[\\\0-\x1f\x7f]/.test(name) &&
  !name.startsWith('/') &&
  !/^[A-Za-z]:/.test(name) &&
  !name.split('/').includes('..');

function isLink(entry: Entry): boolean {
  const mode = entry.externalFileAttributes >>> 16;
  return entry.versionMadeBy >>> 8 === unixMade && (mode & typeMask) === symbolicLink;
}

/** Two names with the same key are the same file on systems that ignore case and Unicode normalization. */
export const sameNameKey = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '.' && part !== '')
    .join('/');
