/** What previews can show: records, and the order of advertised collections. */
export const previewed = ['collection', 'book', 'roadmap', 'advertisement'] as const;
export type PreviewedKind = (typeof previewed)[number];

/** The dialog that makes a preview of a record, as this query has it. */
export const previewHref = (query: Record<string, string | number>): `/${string}` =>
  `/preview/create?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;

/** How many days a link can be valid. */
export const lifetimes = [1, 7, 30] as const;

/** How many books a collection's preview shows. */
export const booksShown = 120;

/** What a past moment shows as it is today, since no versions hold it. */
export const asToday = ['book', 'series', 'level', 'age_group'] as const;
export type AsToday = (typeof asToday)[number];

export const asTodayIn = (isPast: boolean): AsToday[] => (isPast ? [...asToday] : []);

/** The kinds of times that a preview can show. */
export const whens = ['now', 'past', 'later'] as const;
export type When = (typeof whens)[number];
