import { type Locale, localeNames, parseLocale } from '#kernel/messages/locale.ts';

/** The entity of threads in the trail, and the kind of their changes. */
export const threadEntity = 'thread';

/** Characters of a message. */
export const mostText = 4000;

/** Messages of a thread: a longer one is a new thread. */
export const mostMessages = 500;

/** How long its author can edit a message. Seconds. */
export const editableFor = 600;

/** The id of the changes that report something new about a record: it is followed by those who look at its threads. */
export const liveId = (kind: string, key: string): string => `${kind} ${key}`;

/** The panel with all threads of a record. */
export const recordThreadsHref = (kind: string, id: string): `/${string}` =>
  `/thread/of/${kind}/${encodeURIComponent(id)}`;

/** The panel with the threads of a record, at one of them. */
export const threadHref = (thread: number | string): `/${string}` => `/thread/${thread}`;

/** What a thread is about within its record: a field, a language, or a field in a language. */
export interface FieldOfThread {
  locale: Locale | null;
  name: string | null;
}

/** Reads `title`, `ko` or `ko.title`; null if it has another form. */
export function readField(field: string): FieldOfThread | null {
  const [first = '', second, ...rest] = field.split('.');
  if (rest.length > 0) return null;
  const locale = parseField(first);
  if (second === undefined) return locale ? { locale, name: null } : { locale: null, name: first };
  return locale && second !== '' ? { locale, name: second } : null;
}

const parseField = (text: string): Locale | null => {
  const locale = parseLocale(text);
  return locale === text ? locale : null;
};

/** `한국어 · Title`: the language by its own name, the field by its label. */
export const fieldLabel = ({ locale }: FieldOfThread, label: string | null): string =>
  [locale && localeNames[locale], label].filter(Boolean).join(' · ');
