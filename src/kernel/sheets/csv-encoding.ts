import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import iconv from 'iconv-lite';

interface CsvEncoding {
  label: 'utf-8' | 'utf-16le' | 'utf-16be' | 'korean';
  /** Whether all bytes are valid in this encoding; invalid bytes decode to U+FFFD. */
  sound: boolean;
}

/** Small enough that even a chunk with thousands of tiny rows does not delay other requests. */
const chunkBytes = 1 << 15;

/** Detects the encoding of a text file: by its byte order mark, else UTF-8, else the code page of Korean Windows. */
export async function csvEncoding(file: string): Promise<CsvEncoding> {
  const mark = await byteOrderMark(file);
  const label = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  if (await decodes(file, label)) return { label, sound: true };
  const korean = new KoreanDecoder();
  for await (const _ of decoded(file, korean));
  return label === 'utf-8' && korean.likely ? { label: 'korean', sound: true } : { label, sound: false };
}

/** The text of a file in chunks, without its byte order mark. */
export function csvText(file: string, label: CsvEncoding['label']): AsyncGenerator<string> {
  return decoded(file, label === 'korean' ? new KoreanDecoder() : unicode(label, false));
}

interface Decoder {
  decode(bytes: Uint8Array): string;
  end(): string;
}

function unicode(label: string, fatal: boolean): Decoder {
  const decoder = new TextDecoder(label, { fatal });
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

async function* decoded(file: string, decoder: Decoder): AsyncGenerator<string> {
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) yield decoder.decode(chunk);
  yield decoder.end();
}

async function decodes(file: string, label: string): Promise<boolean> {
  try {
    for await (const _ of decoded(file, unicode(label, true)));
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function byteOrderMark(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('hex', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Decodes code page 949, in which Korean Windows saves CSV files, chunk by chunk. Node's own 'euc-kr' knows only the
 * 2,350 common syllables of the standard and turns the others into control characters.
 *
 * Invalid bytes become U+FFFD and set `sound` to false. `likely` says whether the file is Korean at all: Western code
 * pages sometimes decode too, but into rare syllables.
 */
class KoreanDecoder {
  sound = true;
  readonly #decoder = iconv.getDecoder('cp949');
  #lead = 0;
  #pairs = 0;
  #everyday = 0;

  get likely(): boolean {
    return this.sound && this.#everyday * 2 > this.#pairs;
  }

  decode(bytes: Uint8Array): string {
    for (const byte of bytes) {
      if (this.#lead === 0) {
        if (byte >= 0x80) this.#lead = byte;
        continue;
      }
      this.#pairs++;
      if (this.#lead >= 0xb0 && this.#lead <= 0xc8 && byte >= 0xa1) this.#everyday++;
      this.#lead = 0;
    }
    return this.#checked(this.#decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  }

  end(): string {
    return this.#checked(this.#decoder.end() ?? '');
  }

  #checked(text: string): string {
    // The code page itself does not contain this character.
    if (text.includes('\ufffd')) this.sound = false;
    return text;
  }
}
