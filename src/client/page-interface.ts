import { type I18n, setupI18n } from '@lingui/core';
import { type Locale, languageTag, parseLocale } from '#kernel/messages/locale.ts';
import { messageText } from '#kernel/messages/message-text.rules.ts';
import type { MessageValues } from '#kernel/messages/messages.ts';
import { inOffice } from './office-path.ts';
import { unreachable } from './unreachable.ts';

/** The reader's language, time zone and messages: everything a view needs beyond its props. */
export interface Interface {
  locale: Locale;
  timeZone: string;
  /** Whether a panel beside the page accepts records picked from its lists. */
  picking: boolean;
  /** The name of the release that the reader works on, if any. */
  working: string | null;
  text: (key: string, values?: MessageValues) => string;
  /** Which props a view was drawn with, and whether changes by others are the reason. */
  arrival: { number: number; isLive: boolean };
}

const { dataset } = document.documentElement;
const locale = parseLocale(dataset.locale) ?? 'en';
const tag = languageTag(locale);
const i18n: I18n = setupI18n({ locale: tag, messages: { [tag]: {} } });
const loaded = new Map<string, Promise<void>>();

/** The page's language, time zone and messages for the views. */
export const pageInterface: Interface = {
  locale,
  timeZone: dataset.timeZone ?? 'UTC',
  picking: dataset.picking !== undefined,
  working: dataset.working ?? null,
  text: (key, values) => (key in i18n.messages ? messageText(i18n, key, values) : key),
  arrival: { number: 0, isLive: false },
};

/** Loads the messages of features, each once: `common`, then the first segment of a view's name. */
export async function loadMessages(...features: string[]): Promise<void> {
  await Promise.all(
    features.map((feature) => {
      const known = loaded.get(feature) ?? fetchMessages(feature);
      loaded.set(feature, known);
      // Lets the next caller retry.
      known.catch(() => loaded.delete(feature));
      return known;
    }),
  );
}

async function fetchMessages(feature: string): Promise<void> {
  const response = await fetch(inOffice(`/messages/${dataset.messages}/${locale}/${feature}.json`)).catch(() => null);
  if (!response?.ok) throw new Error(unreachable());
  i18n.load(tag, await response.json());
}
