import type { Due } from './due.ts';
import type { Portal } from './portal.ts';
import {
  type Book,
  bookFields,
  type Collection,
  collectionFields,
  type Language,
  type ListedBook,
  type Roadmap,
} from './portal-types.generated.ts';
import type { RequestOptions } from './requests.ts';
import type { MirrorStore } from './store.ts';

/** What one reading needs. */
interface ReadingParts {
  portal: Portal;
  store: MirrorStore;
  languages: readonly Language[];
  due: Due;
  options: RequestOptions;
}

/** The key under which a mirror keeps its place in the changes; a mirror without it is not complete. */
export const place = 'place';

// Beyond this many, a list costs less than a call for each. Books.
const manyBooks = 200;

/** Reads what is due, and gathers what to put and remove; what shows books is read after them. */
export class MirrorReading {
  readonly put = new Map<string, unknown>();
  readonly remove = new Set<string>();
  private readonly parts: ReadingParts;

  constructor(parts: ReadingParts) {
    this.parts = parts;
  }

  async read(): Promise<void> {
    await this.findBooks();
    await (this.parts.due.allBooks ? this.readEveryBook() : this.readBooks());
    await this.readSeries();
    await this.readCollections();
    await this.readRoadmaps();
    await this.readGuides();
  }

  /** Adds the books that show a category or an age group. */
  private async findBooks(): Promise<void> {
    const { due, store } = this.parts;
    if (due.categories.size + due.ageGroups.size === 0 || due.allBooks) return;
    for await (const [, book] of list<Book>(store, 'book/'))
      if (due.categories.has(book.category?.cat_idx ?? 0) || due.ageGroups.has(book.age_group?.grp_idx ?? 0))
        due.books.add(book.bid);
    if (due.books.size > manyBooks)
      Object.assign(due, { allBooks: true, allCollections: true, collectionLists: true, roadmaps: true });
  }

  /**
   * Page by page, each written at once: all of them together may be too much. If the program ends meanwhile, nobody knows
   * what shows them already: the next run reads everything.
   */
  private async readEveryBook(): Promise<void> {
    const { portal, store, options } = this.parts;
    const seen = new Set<string>();
    await store.write(new Map(), [place]);
    for await (const books of portal.books({ fields: bookFields, ...options }).pages()) {
      const put = new Map(books.map((book) => [`book/${book.bid}`, book]));
      for (const key of put.keys()) seen.add(key);
      await store.write(put, []);
    }
    await this.removeUnseen('book/', seen);
  }

  private async readBooks(): Promise<void> {
    const { portal, store, due, options } = this.parts;
    for (const series of due.series) {
      const known = new Set<string>();
      for await (const [, book] of list<Book>(store, 'book/')) if (book.series.ser_idx === series) known.add(book.bid);
      for await (const book of portal.books({ fields: bookFields, series, ...options })) {
        known.delete(book.bid);
        await this.take(book.bid, book);
      }
      // They are elsewhere now, or gone.
      for (const bid of known) due.books.add(bid);
    }
    for (const bid of due.books) await this.take(bid, await portal.book(bid, { fields: bookFields, ...options }));
    if (due.books.size === 0) return;
    due.roadmaps = true;
    if (!due.allCollections) await this.findShelves(due.books);
  }

  private async take(bid: string, book: ListedBook | null): Promise<void> {
    const { store, due } = this.parts;
    const key = `book/${bid}`;
    const before = (await store.get(key)) as Book | undefined;
    const placeOf = (one: ListedBook | undefined | null) => one && `${one.series.ser_idx} ${one.level.lev_idx}`;
    // What comes, goes or moves may be on shelves that did not have it.
    if (placeOf(before) !== (placeOf(book) ?? undefined)) Object.assign(due, { allCollections: true, roadmaps: true });
    this.set(key, book);
  }

  /** Adds the collections that show these books. */
  private async findShelves(bids: ReadonlySet<string>): Promise<void> {
    const { store, languages, due } = this.parts;
    for await (const [, { cid, books, contents }] of list<Collection>(store, `collection/${languages[0]}/`))
      if ([...books, ...contents].some(({ bid }) => bid !== null && bids.has(bid))) due.collections.add(cid);
  }

  private async readSeries(): Promise<void> {
    const { portal, due, options } = this.parts;
    if (due.seriesList) this.put.set('series', await portal.series(options).all());
  }

  private async readCollections(): Promise<void> {
    const { portal, languages, due, options } = this.parts;
    const fields = collectionFields;
    if (due.allCollections) {
      const seen = new Set<string>();
      for (const language of languages)
        for await (const collection of portal.collections({ fields, language, ...options })) {
          const key = `collection/${language}/${collection.cid}`;
          seen.add(key);
          this.put.set(key, collection);
        }
      await this.removeUnseen('collection/', seen);
    } else
      for (const cid of due.collections)
        for (const language of languages)
          this.set(`collection/${language}/${cid}`, await portal.collection(cid, { fields, language, ...options }));
    if (!due.collectionLists && !due.allCollections) return;
    const cidOf = ({ cid }: { cid: string }) => cid;
    this.put.set(
      'collections',
      (await portal.collections({ fields: ['cid'], limit: 500, ...options }).all()).map(cidOf),
    );
    this.put.set('advertised', (await portal.advertised({ fields: ['cid'], limit: 500, ...options }).all()).map(cidOf));
  }

  private async readRoadmaps(): Promise<void> {
    const { portal, due, options } = this.parts;
    if (!due.roadmaps) return;
    const seen = new Set<string>();
    const heads = await portal.roadmaps(options).all();
    for (const { grp_idx } of heads) {
      const roadmap: Roadmap | null = await portal.roadmap(grp_idx, options);
      if (!roadmap) continue;
      seen.add(`roadmap/${grp_idx}`);
      this.put.set(`roadmap/${grp_idx}`, roadmap);
    }
    this.put.set('roadmaps', heads);
    await this.removeUnseen('roadmap/', seen);
  }

  private async readGuides(): Promise<void> {
    const { portal, due, options } = this.parts;
    if (!due.allGuides && due.guides.size === 0) return;
    const heads = await portal.guides(options).all();
    this.put.set('guides', heads);
    const ids = heads.map(({ gui_id }) => gui_id);
    for (const id of due.allGuides ? ids : due.guides) this.set(`guide/${id}`, await portal.guide(id, options));
    if (due.allGuides) await this.removeUnseen('guide/', new Set(ids.map((id) => `guide/${id}`)));
  }

  private set(key: string, value: unknown): void {
    this.put.delete(key);
    this.remove.delete(key);
    if (value === null) this.remove.add(key);
    else this.put.set(key, value);
  }

  private async removeUnseen(prefix: string, seen: ReadonlySet<string>): Promise<void> {
    for await (const [key] of this.parts.store.list(prefix)) if (!seen.has(key)) this.remove.add(key);
  }
}

/** The values of a kind, which only a mirror writes. */
export const list = <T>(store: MirrorStore, prefix: string) =>
  store.list(prefix) as AsyncIterable<readonly [string, T]>;
