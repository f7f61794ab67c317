export const statuses = ['published', 'unpublished'] as const;

/** What a book can lack: a cover, audio for a sentence that needs it, any content file, or one readable on mobile. */
export const lacks = ['cover', 'audio', 'content', 'mobile'] as const;

/** The filters of a list of books; each is a URL parameter. */
export type BookFilter = {
  search_val?: string | undefined;
  status?: (typeof statuses)[number] | undefined;
  series?: number | undefined;
  /** One of the levels of the series. */
  level?: number | undefined;
  category?: number | undefined;
  age_group?: number | undefined;
  language?: string | undefined;
  format?: string | undefined;
  missing?: (typeof lacks)[number] | undefined;
  /** Dates, 'YYYY-MM-DD': added since then, and published since then. */
  added_since?: string | undefined;
  published_since?: string | undefined;
  /** The books that this act touched, if they still exist. */
  act?: number | undefined;
};
