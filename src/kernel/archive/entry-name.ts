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
  const name = readName(entry);
  const shown = name.replace(/\p{Cc}/gu, '�').slice(0, 200);
  if (entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength > maxRecordText || isLink(entry)) {
    throw new ArchiveError('unsafe_name', { entry: shown });
  }
  // Some programs use the name in the extra field instead of the plain one: both must be safe.
  const raw = entry.fileNameRaw.toString('latin1');
  if (!isSafe(name) || !isSafe(withoutSecondBytes(raw, name)) || leaves(raw)) {
    throw new ArchiveError('unsafe_name', { entry: shown });
  }
  return name;
}

/** Files that Macs and Windows add to folders and archives, of no use to any reader. */
export const isSystemFile = (name: string): boolean =>
  /(^|\/)(__MACOSX(\/|$)|\.DS_Store$|\._[^/]*$|Thumbs\.db$|desktop\.ini$)/i.test(name);

const utf8Flag = 1 << 11;
const unicodePath = 0x7075;
const encodings = ['utf-8', 'shift_jis', 'euc-kr', 'big5'] as const;
const decoders = encodings.map((encoding) => ({ encoding, decoder: new TextDecoder(encoding, { fatal: true }) }));

/** A name that does not say its encoding is read in the first one that makes it plausible; else as the format says. */
function readName({ generalPurposeBitFlag: flags, fileNameRaw: raw, extraFields }: Entry): string {
  const stated = (flags & utf8Flag) !== 0 || extraFields.some(({ id }) => id === unicodePath);
  const read = stated || raw.every((byte) => byte < 0x80) ? undefined : guessed(raw);
  return read ?? getFileNameLowLevel(flags, raw, extraFields, true);
}

function guessed(raw: Buffer): string | undefined {
  for (const { encoding, decoder } of decoders) {
    const text = decoded(decoder, raw);
    if (text !== undefined && plausible[encoding].test(text)) return text;
  }
  return;
}

/** Half-width kana are Chinese or Korean bytes misread, and Hanja alone would be Chinese ones. */
const plausible: Record<(typeof encodings)[number], RegExp> = {
  'utf-8': /^/,
  shift_jis: /^[^\\\uff61-\uff9f\ue000-\uf8ff]*$/,
  'euc-kr': /^[\0-\x5b\x5d-\x7f\p{Script=Hangul}\u3000-\u303f]*$/u,
  big5: /^[^\\\ue000-\uf8ff]*$/,
};

function decoded(decoder: TextDecoder, raw: Buffer): string | undefined {
  try {
    return decoder.decode(raw);
  } catch {
    return;
  }
}

/** The bytes of a name without the 5C that is half of a character such as ソ, and no separator. */
const withoutSecondBytes = (raw: string, name: string): string =>
  name.includes('\\') ? raw : raw.replace(/[\x81-\xfe]\\/g, '__');

/** Whether a program that takes every 5C for a separator would write outside of its folder. */
const leaves = (raw: string) => raw.split(/[\\/]/).includes('..');

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
