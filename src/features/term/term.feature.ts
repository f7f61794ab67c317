import type { Feature } from '#kernel/mount/feature.ts';
import { termChanged } from './term.faults.ts';
import { termMessages } from './term.messages.ts';
import { termRecord } from './term.record.ts';
import { termRoutes } from './term.routes.ts';
import { termHome } from './term.rules.ts';
import { readHouseTerms } from './term-list.read.ts';

/** Terms: what the house calls things in each language, which texts are compared with. */
export const term: Feature = {
  name: 'term',
  messages: termMessages,
  menu: [{ key: 'term.heading', href: termHome, order: 5, group: 'user', words: 'term.other_words' }],
  constraints: { term__term_key: { status: 409, key: 'term.taken', field: 'term' } },
  exported: { tables: ['term'] },
  register(kernel) {
    termRoutes(kernel);
    kernel.records.define(termRecord);
    kernel.terms.listedBy(readHouseTerms);
    kernel.faults.add(termChanged);
  },
};
