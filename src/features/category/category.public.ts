import { Titled } from '#kernel/records/titled.ts';

/** All operations on categories; bulk acts on books add missing ones. */
export const categories = new Titled({ table: 'category', key: 'cat_idx', words: 'category' });
