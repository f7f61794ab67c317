import { sql } from 'kysely';
import { idSearch } from '#kernel/db/listed-ids.ts';
import { textMatches } from '#kernel/db/text-search.ts';
import { every } from '#kernel/work/filter.ts';
import { readCids } from './collection-filter.rules.ts';

/** The search of collections, which statements know by a name: words of theirs, or a pasted list of cids. */
export const collectionSearch = (name: string) =>
  idSearch({
    readIds: readCids,
    from: sql`collection ${sql.ref(name)}`,
    columns: [{ column: sql.ref(`${name}.cid`) }],
    contains: (text) => every(textMatches(sql.ref<string>(`${name}.search`), text)),
  });
