import { isUtf8 } from 'node:buffer';
import { XmlError } from './xml-scan.ts';

const maxBuffered = 1 << 20;

/** Decodes XML bytes to text in pieces that end on a '>', so that no tag name, entity or character is split. */
export async function* xmlPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let buffered: Buffer = Buffer.alloc(0);
  let first = true;
  for await (const chunk of chunks) {
    const bytes = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    const cut = bytes.lastIndexOf('>') + 1;
    buffered = bytes.subarray(cut);
    if (buffered.length > maxBuffered) throw new XmlError('oversized');
    if (cut === 0) continue;
    const piece = text(bytes.subarray(0, cut));
    yield first && piece.startsWith('\ufeff') ? piece.slice(1) : piece;
    first = false;
  }
  if (buffered.length > 0) yield text(buffered);
}

function text(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new XmlError('malformed');
  return bytes.toString();
}
