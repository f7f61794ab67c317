import type { OutgoingRequest } from '#kernel/http/outgoing-request.ts';
import { languageTag, type Locale } from '#kernel/messages/locale.ts';
import type { DraftProblem } from '../draft.rules.ts';

/** Where a provider is, and what opens it. */
export interface Access {
  url: string;
  key: string | undefined;
  /** Only of servers that have several. */
  model: string;
}

/** Texts to be translated at once, as markup; see `protect.rules.ts`. */
export interface Passage {
  texts: readonly string[];
  from: Locale;
  to: Locale;
}

/** The shape of a provider's calls. What every provider must do with an answer is not here but in `send-passage.ts`. */
export interface Provider {
  /** How much goes in one request. */
  atOnce: { texts: number; characters: number };
  /** The request that translates a passage. */
  request(access: Access, passage: Passage): OutgoingRequest;
  /** The translations in an answer, in order; throws if it has another shape. */
  read(answer: unknown): string[];
  /** A request that translates nothing, costs nothing, and is refused without the right key. */
  probe(access: Access): OutgoingRequest;
}

/** Why a provider gave no translation. */
export class ProviderProblem extends Error {
  readonly problem: DraftProblem;
  /** The provider may have counted the characters. */
  readonly isCounted: boolean;

  constructor(key: string, values: Record<string, unknown> = {}, isCounted = true) {
    super(key);
    this.problem = { key, values };
    this.isCounted = isCounted;
  }
}

/** An address below that of the provider. */
export const below = (url: string, path: string): string => `${url.replace(/\/+$/, '')}${path}`;

export const json = { 'content-type': 'application/json', accept: 'application/json' };

/** The code of a language where nothing else is said. */
export const codeOf = (locale: Locale): string => languageTag(locale);
