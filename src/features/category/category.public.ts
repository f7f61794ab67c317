import { Titled } from '#kernel/records/titled.ts';

/** All that can be done with categories; acts on many books add what is missing. */
export const categories = new Titled({ table: 'category', key: 'cat_idx', words: 'category' });
