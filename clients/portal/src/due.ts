import type { Change } from './changes.ts';

/** What of a mirror has to be read again. */
export interface Due {
  /** Every book, and with them all that shows books. */
  allBooks: boolean;
  books: Set<string>;
  /** Series of which every book is due. */
  series: Set<number>;
  seriesList: boolean;
  categories: Set<number>;
  ageGroups: Set<number>;
  allCollections: boolean;
  collections: Set<string>;
  /** Which collections there are, and which are advertised. */
  collectionLists: boolean;
  roadmaps: boolean;
  allGuides: boolean;
  guides: Set<string>;
}

export const nothingDue = (): Due => ({
  allBooks: false,
  books: new Set(),
  series: new Set(),
  seriesList: false,
  categories: new Set(),
  ageGroups: new Set(),
  allCollections: false,
  collections: new Set(),
  collectionLists: false,
  roadmaps: false,
  allGuides: false,
  guides: new Set(),
});

export const everythingDue = (): Due => ({
  ...nothingDue(),
  ...everyBook,
  seriesList: true,
  allGuides: true,
});

// Books are written as they come, so what shows them is due whatever has been seen of them before the program ended.
const everyBook = { allBooks: true, allCollections: true, collectionLists: true, roadmaps: true };

/** What these changes may have changed. An event names the record that changed, not those that show it. */
export function dueAfter(changes: readonly Change[]): Due {
  const due = nothingDue();
  for (const { kind, id } of changes) {
    switch (kind) {
      case 'book':
        addTo(due, due.books, id);
        break;
      case 'series':
        // Collections show books in the order of their series.
        Object.assign(due, { seriesList: true, allCollections: true });
        addTo(due, due.series, id === null ? null : Number(id));
        break;
      case 'category':
        addTo(due, due.categories, id === null ? null : Number(id));
        break;
      case 'age_group':
        Object.assign(due, { allCollections: true, roadmaps: true });
        addTo(due, due.ageGroups, id === null ? null : Number(id));
        break;
      case 'collection':
        due.collectionLists = true;
        if (id === null) due.allCollections = true;
        else due.collections.add(id);
        break;
      case 'advertised':
        due.collectionLists = true;
        break;
      case 'roadmap':
        due.roadmaps = true;
        break;
      case 'series_guide':
        if (id === null) due.allGuides = true;
        else due.guides.add(id);
        break;
      default:
        // A kind that this client does not know yet: what it keeps may show it.
        Object.assign(due, everythingDue());
    }
  }
  return due;
}

function addTo<T>(due: Due, ids: Set<T>, id: T | null): void {
  if (id === null) Object.assign(due, everyBook);
  else ids.add(id);
}
