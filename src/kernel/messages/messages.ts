import type { GetICUArgs } from '@schummar/icu-type-parser';
import { AppError, type ErrorOptions } from './errors.ts';
import type { Locale } from './locale.ts';

/** English texts in ICU message format, by key; they define which keys exist and which values they take. */
export type Words = Record<string, string>;

export type MessageValues = Record<string, unknown>;

/** The values a message needs: none, or one object typed by the ICU placeholders of its English text. */
type MessageArgs<Text extends string> = keyof GetICUArgs<Text> extends never
  ? []
  : [values: GetICUArgs<Text> & MessageValues];

/** A translator for one language. */
export type Translate<W extends Words> = <K extends keyof W & string>(key: K, ...values: MessageArgs<W[K]>) => string;

/** The messages of one feature in every language, and the errors that use them. */
export interface Messages<W extends Words> {
  readonly catalogues: Record<Locale, Words>;
  /** An error for the caller: HTTP status, message key, and the values of the message. */
  error<K extends keyof W & string>(status: number, key: K, ...values: MessageArgs<W[K]>): AppError;
  /** An error for the caller with a field path, a cause or data for the screen. */
  errorWith<K extends keyof W & string>(
    status: number,
    key: K,
    options: ErrorOptions,
    ...values: MessageArgs<W[K]>
  ): AppError;
  readonly words: W;
  readonly causes: Causes<W>;
}

/** When each error is shown, in English, by key: `docs/errors.md` is written from it. */
type Causes<W extends Words> = { readonly [K in keyof W]?: string };

/** A part of a feature's messages that stands beside what shows them; the feature spreads its parts into one. */
export type MessagePart<Key extends string = string> = Record<Locale, Record<Key, string>> & {
  readonly causes?: Partial<Record<Key, string>>;
};

/** Declares a feature's messages. A key missing in one language does not compile. */
export function defineMessages<const W extends Words>(
  declared: { en: W; causes?: Causes<NoInfer<W>> } & Record<Exclude<Locale, 'en'>, Record<keyof W, string>>,
): Messages<W> {
  const { causes = {}, ...catalogues } = declared;
  return {
    catalogues,
    causes,
    words: catalogues.en,
    error: (status, key, ...values) => new AppError(status, key, values[0]),
    errorWith: (status, key, options, ...values) => new AppError(status, key, values[0], options),
  };
}
