import { isMailAddress } from '#kernel/text/mail-address.rules.ts';
import { daysAfter, namedPeriod, type Period } from '#kernel/text/period.rules.ts';

/** The entity of mailings in audit and change rows. */
export const mailingEntity = 'mailing';

export const mailingHome = '/mailing';

/** Where one is changed, over the list of all. */
export const mailingHref = (id: number | string): string => `${mailingHome}/update/${id}`;

/** Where a new one is made, of a report or a customer's statement. */
export const newMailingHref = (chosen: Record<string, string> = {}): `/${string}` =>
  `${mailingHome}/create?${new URLSearchParams(chosen)}`;

/** What can be mailed. None of these names a code or a learner. */
export const mailingSources = [
  'platform',
  'registered_collection',
  'registered_book',
  'all_books',
  'statement',
] as const;
export type MailingSource = (typeof mailingSources)[number];

/** The screens of the reports among them. */
export const reportPages: Readonly<Record<Exclude<MailingSource, 'statement'>, string>> = {
  platform: '/report/platform',
  registered_collection: '/report/registered-collection',
  registered_book: '/report/registered-book',
  all_books: '/report/all-books',
};

export const mailingFormats = ['xlsx', 'csv', 'pdf'] as const;
export type MailingFormat = (typeof mailingFormats)[number];

export const mailingRhythms = ['week', 'month'] as const;

/** The formats in which something can be mailed, the usual one first. */
export const formatsOf = (source: MailingSource): readonly MailingFormat[] =>
  source === 'statement' ? ['pdf', 'csv'] : ['xlsx', 'csv'];

/** A statement is of a month. */
export const rhythmsOf = (source: MailingSource): readonly (typeof mailingRhythms)[number][] =>
  source === 'statement' ? ['month'] : mailingRhythms;

/** Characters of a filter. */
export const mostFilter = 2000;

/** How many addresses a mailing may have. */
export const mostAddresses = 20;

/** Reads addresses that are separated by commas, blanks or lines; each counts once. */
export const readAddresses = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** Whether a text is a list of addresses as a mailing takes it. */
export function areAddresses(text: string): boolean {
  const addresses = readAddresses(text);
  return addresses.length > 0 && addresses.length <= mostAddresses && addresses.every(isMailAddress);
}

/** What a mailing of a day is about: the seven days before it, or the month before its own. */
export const periodOf = (rhythm: (typeof mailingRhythms)[number], day: string): Period =>
  rhythm === 'week' ? { since: daysAfter(day, -7), until: daysAfter(day, -1) } : namedPeriod('last_month', day);
