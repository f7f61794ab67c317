import { type Changes, type ChangesOptions, followChanges } from './changes.ts';
import { List } from './pages.ts';
import { errorOf } from './portal-error.ts';
import type {
  Book,
  BookSentence,
  Collection,
  Guide,
  GuideHead,
  Language,
  ListedBook,
  ListedCollection,
  Redeemed,
  Roadmap,
  RoadmapHead,
  Series,
} from './portal-types.generated.ts';
import { type Redemption, redeemCode } from './redeeming.ts';
import { callOf, type PortalOptions, parsedAnswer, type RequestOptions, Requests } from './requests.ts';

interface Fields<T> extends RequestOptions {
  /** Only these fields, and always the id. */
  fields?: readonly (keyof T & string)[] | undefined;
}

interface Texts {
  /** The language of the texts; English stands in where one is missing. English by default. */
  language?: Language | 'ja' | undefined;
}

interface ListOptions extends RequestOptions {
  /** Records per page, 500 at most. */
  limit?: number | undefined;
  /** Only what changed since then; in seconds. */
  updatedSince?: number | undefined;
}

/** Which books a list has. */
export interface BookListOptions extends ListOptions, Fields<Book> {
  series?: number | undefined;
  level?: number | undefined;
  /** The cid of a collection that reaches them. */
  collection?: string | undefined;
}

/** Which collections a list has. */
export interface CollectionListOptions extends ListOptions, Fields<Collection>, Texts {}

/** What a preview link shows, and what of a past moment it shows as it is today. */
export interface Preview<T> {
  at: number;
  is_public: boolean;
  as_today: string[];
  shown: T;
}

/** The portal of one office: what readers may see, its changes, and redeeming. */
export class Portal {
  private readonly requests: Requests;
  private readonly options: PortalOptions;

  constructor(options: PortalOptions) {
    this.options = options;
    this.requests = new Requests(options);
  }

  /** The answer to any call below `/portal/v1/`, such as `books/B1?fields=title`; null where readers may see nothing. */
  async read<T>(call: string, options: RequestOptions = {}): Promise<T | null> {
    return this.requests.read(call, options);
  }

  /** A published book with its words and sentences; null if there is none. */
  book<F extends keyof Book>(
    bid: string,
    options: Fields<Book> & { fields: readonly F[] },
  ): Promise<Pick<Book, F | 'bid'> | null>;
  book(bid: string, options?: Fields<Book>): Promise<Book | null>;
  book(bid: string, { fields, ...options }: Fields<Book> = {}): Promise<Book | null> {
    return this.one(callOf(`books/${encodeURIComponent(bid)}`, { fields }), options);
  }

  /** The published books; their words only where `fields` asks for them. */
  books({
    fields,
    limit,
    updatedSince,
    series,
    level,
    collection,
    ...options
  }: BookListOptions = {}): List<ListedBook> {
    const parameters = { fields, limit, updated_since: updatedSince, series, level, collection };
    return new List(this.requests, 'books', parameters, options);
  }

  /** The sentences of a published book. */
  sentences(bid: string, options: RequestOptions = {}): List<BookSentence> {
    return new List(this.requests, `books/${encodeURIComponent(bid)}/sentences`, {}, options);
  }

  /** A file of a published book, as it is read; null if there is none. */
  async content(bid: string, kind: 'epub' | 'zip', { signal }: RequestOptions = {}): Promise<Response | null> {
    const call = `books/${encodeURIComponent(bid)}/content/${kind}`;
    const answer = await this.requests.open(call, {}, signal);
    if (answer.ok) return answer;
    if (answer.status !== 404) throw await errorOf(call, answer);
    await answer.body?.cancel();
    return null;
  }

  /** All series in order of difficulty, each with its levels in order. */
  series(options: RequestOptions = {}): List<Series> {
    return new List(this.requests, 'series', {}, options);
  }

  /** A public collection with its contents and the books they reach; null if there is none. */
  collection<F extends keyof Collection>(
    cid: string,
    options: Fields<Collection> & Texts & { fields: readonly F[] },
  ): Promise<Pick<Collection, F | 'cid'> | null>;
  collection(cid: string, options?: Fields<Collection> & Texts): Promise<Collection | null>;
  collection(
    cid: string,
    { fields, language, ...options }: Fields<Collection> & Texts = {},
  ): Promise<Collection | null> {
    return this.one(callOf(`collections/${encodeURIComponent(cid)}`, { language, fields }), options);
  }

  /** The public collections; contents and books only where `fields` asks for them. */
  collections({
    fields,
    language,
    limit,
    updatedSince,
    ...options
  }: CollectionListOptions = {}): List<ListedCollection> {
    return new List(this.requests, 'collections', { fields, language, limit, updated_since: updatedSince }, options);
  }

  /** The advertised collections, in their order. */
  advertised({ fields, language, limit, ...options }: CollectionListOptions = {}): List<ListedCollection> {
    return new List(this.requests, 'advertised', { fields, language, limit }, options);
  }

  /** The target groups that have a roadmap. */
  roadmaps(options: RequestOptions = {}): List<RoadmapHead> {
    return new List(this.requests, 'roadmaps', {}, options);
  }

  /** The roadmap of a target group; null if there is no such group. */
  roadmap(group: number, options: RequestOptions = {}): Promise<Roadmap | null> {
    return this.one(`roadmaps/${group}`, options);
  }

  /** The series guides. */
  guides(options: RequestOptions = {}): List<GuideHead> {
    return new List(this.requests, 'series_guides', {}, options);
  }

  /** A series guide with its items; null if there is none. */
  guide(guide: string, options: RequestOptions = {}): Promise<Guide | null> {
    return this.one(`series_guides/${encodeURIComponent(guide)}`, options);
  }

  /** Follows what changes; see {@link ChangesOptions}. */
  changes(options: ChangesOptions = {}): AsyncGenerator<Changes> {
    return followChanges(this.requests, options);
  }

  /**
   * Redeems a code for a learner. Sent again after a lost answer, by this or another process, it does nothing twice. Throws
   * {@link PortalError} with the reason in `code`, such as `registration.code_used`.
   */
  redeem(redemption: Redemption, options: RequestOptions & Texts = {}): Promise<Redeemed> {
    return redeemCode(this.requests, this.options, redemption, options);
  }

  /** What a link to a preview shows, which staff made: a collection, book or roadmap, or the advertised collections. */
  async preview<T>(href: string, { signal }: RequestOptions = {}): Promise<Preview<T>> {
    const { fetch: send = fetch, url } = this.options;
    return this.requests.retried(signal, async () => {
      const answer = await send(new URL(href, url), {
        headers: { accept: 'application/json' },
        ...(signal && { signal }),
      });
      if (!answer.ok) throw await errorOf('preview', answer);
      return parsedAnswer('preview', await answer.text()).results;
    });
  }

  private async one<T>(call: string, options: RequestOptions): Promise<T | null> {
    return (await this.requests.read<{ results: T }>(call, options))?.results ?? null;
  }
}
