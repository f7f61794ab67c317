import { XmlError, type XmlFault, type XmlHandler, XmlScanner } from '../xml/xml-scan.ts';
import { SheetError } from './sheet-error.ts';
import type { ZipParts } from './zip-parts.ts';

/** Parts other than sheets and shared texts are small, even in workbooks that have grown for years. */
const maxSmallPart = 32 << 20;

/**
 * Feeds a part to its handler and yields after each piece, so that the caller can pass on what the handler collected.
 * `locate` may turn an error into one that names its cell.
 */
export async function* scanPart(
  parts: ZipParts,
  name: string,
  handler: XmlHandler,
  { maxBytes = maxSmallPart, locate }: { maxBytes?: number; locate?: (fault: XmlFault) => SheetError | undefined } = {},
): AsyncGenerator<void> {
  const scanner = new XmlScanner(handler);
  try {
    for await (const piece of parts.pieces(name, maxBytes)) {
      scanner.write(piece);
      yield;
    }
    scanner.end();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw locate?.(error.fault) ?? refusal(error.fault, name);
  }
}

/** Reads a small part in one go; `visit` is called for every opening element. */
export async function readElements(parts: ZipParts, name: string, visit: XmlHandler['open']): Promise<void> {
  const handler: XmlHandler = { wantsText: false, open: visit, text() {}, close() {} };
  for await (const _ of scanPart(parts, name, handler));
}

function refusal(fault: XmlFault, part: string): SheetError {
  if (fault === 'truncated') return new SheetError('sheet.truncated', {});
  return new SheetError(fault === 'unsafe' ? 'sheet.unsafe' : 'sheet.damaged', { part });
}
