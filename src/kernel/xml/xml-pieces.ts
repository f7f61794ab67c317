import { isUtf8 } from 'node:buffer';
import { XmlError } from './xml-scan.ts';

const maxHeld = 1 << 20;

/** Decodes XML bytes to text in pieces that end on a '>', so that no tag name, entity or character is split. */
export async function* xmlPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let held: Buffer = Buffer.alloc(0);
  let first = true;
  for await (const chunk of chunks) {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const cut = bytes.lastIndexOf('>') + 1;
    held = bytes.subarray(cut);
    if (held.length > maxHeld) throw new XmlError('oversized');
    if (cut === 0) continue;
    const piece = text(bytes.subarray(0, cut));
    yield first && piece.startsWith('\ufeff') ? piece.slice(1) : piece;
    first = false;
  }
  if (held.length > 0) yield text(held);
}

function text(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new XmlError('malformed');
  return bytes.toString();
}
