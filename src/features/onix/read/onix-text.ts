import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { xmlPieces } from '#kernel/xml/xml-pieces.ts';
import { XmlError } from '#kernel/xml/xml-scan.ts';
import { onixMessages } from '../onix.messages.ts';

const marks = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
  // Without a byte order mark: '<?' or '<O'.
  ['3c003f00', 'utf-16le'],
  ['003c003f', 'utf-16be'],
  ['3c004f00', 'utf-16le'],
  ['003c004f', 'utf-16be'],
] as const;

const headBytes = 512;
const chunkBytes = 1 << 16;

/**
 * The text of a message in pieces that end on a '>', so that no tag, entity or character is split. Its encoding is that
 * of its byte order mark, else the one it declares, else UTF-8; bytes that are invalid in it are refused.
 */
export async function* onixText(file: string): AsyncGenerator<string> {
  const label = encodingOf(await firstBytes(file));
  const bytes = createReadStream(file, { highWaterMark: chunkBytes });
  try {
    yield* xmlPieces(label === 'utf-8' ? bytes : asUtf8(bytes, label));
  } catch (error) {
    // Here nothing but the encoding has been looked at.
    throw error instanceof XmlError && error.fault === 'malformed' ? badEncoding(label) : error;
  }
}

async function* asUtf8(chunks: AsyncIterable<Buffer>, label: string): AsyncGenerator<Buffer> {
  const decoder = openDecoder(label);
  const decoded = (chunk?: Buffer) => {
    try {
      return Buffer.from(chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode());
    } catch {
      throw badEncoding(label);
    }
  };
  for await (const chunk of chunks) yield decoded(chunk);
  yield decoded();
}

function openDecoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw onixMessages.error(422, 'onix.unknown_encoding', { encoding: label });
  }
}

const badEncoding = (label: string) => onixMessages.error(422, 'onix.bad_encoding', { encoding: label.toUpperCase() });

function encodingOf(head: Buffer): string {
  const hex = head.toString('hex', 0, 4);
  const marked = marks.find(([mark]) => hex.startsWith(mark));
  if (marked) return marked[1];
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head.toString('latin1'))?.[1];
  // A declaration that can be read byte by byte is not in UTF-16, whatever it says.
  return declared === undefined || /^(utf-?8$|(utf|ucs)-?(16|2))/i.test(declared) ? 'utf-8' : declared;
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
