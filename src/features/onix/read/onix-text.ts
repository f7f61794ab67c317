import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
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
const maxBuffered = 1 << 20;

/**
 * The text of a message in pieces that end on a '>', so that no tag, entity or character is split. Its encoding is that
 * of its byte order mark, else the one it declares, else UTF-8; bytes that are invalid in it are refused.
 */
export async function* onixText(file: string): AsyncGenerator<string> {
  const decoder = await decoderOf(file);
  let buffered = '';
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) {
    const text = buffered + decoder.read(chunk);
    const cut = text.lastIndexOf('>') + 1;
    buffered = text.slice(cut);
    if (buffered.length > maxBuffered) throw new XmlError('oversized');
    if (cut > 0) yield text.slice(0, cut);
  }
  const rest = buffered + decoder.read();
  if (rest !== '') yield rest;
}

interface Decoder {
  /** Without bytes, the end. */
  read(bytes?: Buffer): string;
}

async function decoderOf(file: string): Promise<Decoder> {
  const label = encodingOf(await firstBytes(file));
  const decoder = openDecoder(label);
  return {
    read: (bytes) => {
      try {
        return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
      } catch {
        throw onixMessages.error(422, 'onix.bad_encoding', { encoding: label.toUpperCase() });
      }
    },
  };
}

function openDecoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw onixMessages.error(422, 'onix.unknown_encoding', { encoding: label });
  }
}

function encodingOf(head: Buffer): string {
  const hex = head.toString('hex', 0, 4);
  const marked = marks.find(([mark]) => hex.startsWith(mark));
  if (marked) return marked[1];
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head.toString('latin1'))?.[1];
  // A declaration that can be read byte by byte is not in UTF-16, whatever it says.
  return declared === undefined || /^(utf|ucs)-?(16|2)/i.test(declared) ? 'utf-8' : declared;
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
