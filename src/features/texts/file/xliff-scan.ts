import type { XmlAttributes, XmlHandler } from '#kernel/xml/xml-scan.ts';
import { textsMessages } from '../texts.messages.ts';
import type { ReadCell } from './text-file.rules.ts';
import { Xliff1Handler } from './xliff1-scan.ts';
import { Xliff2Handler } from './xliff2-scan.ts';

/** Collects the translated units of an XLIFF document of either version. */
export class XliffHandler implements XmlHandler {
  #reading: Xliff1Handler | Xliff2Handler | null = null;

  get wantsText(): boolean {
    return this.#reading?.wantsText ?? false;
  }

  take(): ReadCell[] {
    return this.#reading?.take() ?? [];
  }

  open(name: string, attributes: XmlAttributes): void {
    this.#reading ??= handlerOf(name, attributes.get('version') ?? '');
    this.#reading.open(name, attributes);
  }

  text(text: string): void {
    this.#reading?.text(text);
  }

  close(name: string): void {
    this.#reading?.close(name);
  }
}

function handlerOf(root: string, version: string): Xliff1Handler | Xliff2Handler {
  if (root === 'xliff' && version.startsWith('2.')) return new Xliff2Handler();
  if (root === 'xliff' && version === '1.2') return new Xliff1Handler();
  throw textsMessages.error(422, 'texts.not_xliff');
}
