import { createHash } from 'node:crypto';
import { type I18n, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { type Locale, languageTag, locales } from './locale.ts';
import { messageText } from './message-text.rules.ts';
import type { Messages, MessageValues, Translate, Words } from './messages.ts';

type Compiled = Record<string, ReturnType<typeof compileMessage>>;

/** Most texts have no arguments and need no parser. */
const compiled = (text: string) => (/[{}']/.test(text) ? compileMessage(text) : [text]);

/** Every message of the product, compiled once: translators for the server, one JSON file per feature for browsers. */
export class Catalogues {
  readonly version: string;
  private readonly parts = new Map<string, Compiled>();
  private readonly translators = new Map<Locale, I18n>();

  constructor(named: Record<string, Pick<Messages<Words>, 'catalogues'>>) {
    const hash = createHash('sha256');
    for (const locale of locales) {
      const all: Compiled = {};
      for (const [name, messages] of Object.entries(named)) {
        const texts = Object.entries(messages.catalogues[locale]);
        const part = Object.fromEntries(texts.map(([key, text]) => [key, compiled(text)]));
        this.parts.set(`${locale}/${name}`, part);
        Object.assign(all, part);
        hash.update(JSON.stringify([locale, name, texts]));
      }
      this.translators.set(
        locale,
        setupI18n({ locale: languageTag(locale), messages: { [languageTag(locale)]: all } }),
      );
    }
    this.version = hash.digest('base64url').slice(0, 12);
  }

  /** Translates any key; an unknown key is returned as is, so that it still reaches the reader. */
  text(locale: Locale, key: string, values?: MessageValues): string {
    const translator = this.translators.get(locale);
    return translator && this.has(key) ? messageText(translator, key, values) : key;
  }

  has(key: string): boolean {
    return Object.hasOwn(this.translators.get('en')?.messages ?? {}, key);
  }

  /** A translator typed by the messages of a feature. */
  translator<W extends Words>(locale: Locale): Translate<W> {
    return (key, ...values) => this.text(locale, key, values[0]);
  }

  /** The compiled messages of one feature in one language, as the browser loads them. */
  part(locale: Locale, name: string): Compiled | undefined {
    return this.parts.get(`${locale}/${name}`);
  }
}
