import { createHash } from 'node:crypto';
import { type I18n, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { type Locale, languageTag, locales } from './locale.ts';
import { messageText } from './message-text.rules.ts';
import type { Messages, MessageValues, Translate, Words } from './messages.ts';

type Named = Record<string, Pick<Messages<Words>, 'catalogues'>>;
type Compiled = Record<string, ReturnType<typeof compileMessage>>;

/** Most texts have no arguments and need no parser. */
const compiled = (text: string) => (/[{}']/.test(text) ? compileMessage(text) : [text]);

/**
 * Every message of the product: translators for the server, one JSON file per feature for browsers. A language is
 * compiled when somebody first reads it.
 */
export class Catalogues {
  readonly version: string;
  private readonly named: Named;
  private readonly wordsOf: Readonly<Record<string, string>>;
  private readonly keys: ReadonlySet<string>;
  private readonly parts = new Map<string, Compiled>();
  private readonly translators = new Map<Locale, I18n>();

  /** Features without messages of their own share those of another, by name. */
  constructor(named: Named, wordsOf: Readonly<Record<string, string>> = {}) {
    this.named = named;
    this.wordsOf = wordsOf;
    this.keys = new Set(Object.values(named).flatMap(({ catalogues }) => Object.keys(catalogues.en)));
    const hash = createHash('sha256');
    for (const [name, { catalogues }] of Object.entries(named))
      for (const locale of locales) hash.update(JSON.stringify([locale, name, catalogues[locale]]));
    this.version = hash.digest('base64url').slice(0, 12);
  }

  /** Translates any key; an unknown key is returned as is, so that it still reaches the reader. */
  text(locale: Locale, key: string, values?: MessageValues): string {
    return this.has(key) ? messageText(this.translatorOf(locale), key, values) : key;
  }

  has(key: string): boolean {
    return this.keys.has(key);
  }

  /** A translator typed by the messages of a feature. */
  translator<W extends Words>(locale: Locale): Translate<W> {
    return (key, ...values) => this.text(locale, key, values[0]);
  }

  /** The name of the messages that the views of a feature need; undefined for those of the kit. */
  nameFor(feature: string): string | undefined {
    const name = this.wordsOf[feature] ?? feature;
    return Object.hasOwn(this.named, name) ? name : undefined;
  }

  /** The compiled messages of one feature in one language, as the browser loads them. */
  part(locale: Locale, name: string): Compiled | undefined {
    const place = `${locale}/${name}`;
    const known = this.parts.get(place);
    if (known || !Object.hasOwn(this.named, name)) return known;
    const texts = Object.entries(this.named[name]?.catalogues[locale] ?? {});
    const part = Object.fromEntries(texts.map(([key, text]) => [key, compiled(text)]));
    this.parts.set(place, part);
    return part;
  }

  private translatorOf(locale: Locale): I18n {
    const known = this.translators.get(locale);
    if (known) return known;
    const all: Compiled = Object.assign({}, ...Object.keys(this.named).map((name) => this.part(locale, name)));
    const translator = setupI18n({ locale: languageTag(locale), messages: { [languageTag(locale)]: all } });
    this.translators.set(locale, translator);
    return translator;
  }
}
