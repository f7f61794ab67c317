import type { Changes } from './changes.ts';
import { dueAfter, everythingDue } from './due.ts';
import { list, MirrorReading, place } from './mirror-reading.ts';
import { PortalError } from './portal-error.ts';
import type { Portal } from './portal.ts';
import type {
  Book,
  Collection,
  Guide,
  GuideHead,
  Language,
  Roadmap,
  RoadmapHead,
  Series,
} from './portal-types.generated.ts';
import type { MirrorStore } from './store.ts';
import { backoffMs, pause } from './waiting.ts';

/** What a mirror keeps, and where. */
export interface MirrorOptions {
  store: MirrorStore;
  /** The languages in which collections are kept; English alone by default. */
  languages?: readonly Language[];
  /** Told after each change is stored; `isAnew` if everything was read again. */
  onChange?: (changed: Pick<Changes, 'isAnew' | 'changes'>) => void;
}

/** What {@link Mirror.follow} is given. */
export interface FollowOptions {
  signal?: AbortSignal | undefined;
  /** Told when the stream is open, and when it is lost. */
  onState?: ((isOpen: boolean) => void) | undefined;
}

/** A copy of all that readers may see. */
export function mirror(portal: Portal, options: MirrorOptions): Mirror {
  return new Mirror(portal, options);
}

/**
 * A copy in a store, which {@link follow} keeps the same as the office's. Changes are stored with the place in the feed
 * behind them, all or nothing: whenever the program, the line or the office ends, the next run goes on from there.
 */
export class Mirror {
  private readonly portal: Portal;
  private readonly options: MirrorOptions;
  private readonly languages: readonly Language[];

  constructor(portal: Portal, options: MirrorOptions) {
    this.portal = portal;
    this.options = options;
    this.languages = options.languages ?? ['en'];
  }

  /** Follows until the signal aborts. Throws {@link PortalError} if the key opens the portal no more. */
  async follow({ signal, onState }: FollowOptions = {}): Promise<void> {
    const after = await this.cursor();
    const isOver = () => signal?.aborted === true;
    for await (const heard of this.portal.changes({ after, signal, onState })) {
      for (let failures = 0; !isOver(); ) {
        try {
          await this.take(heard, signal);
          break;
        } catch (error) {
          if (isOver()) return;
          // What the store throws is for its owner.
          if (!(error instanceof PortalError) || !error.isPassing) throw error;
          await pause(error.retryMs ?? backoffMs(failures++), signal);
        }
      }
    }
  }

  /** Where it stands in the changes; undefined as long as it is not complete. */
  async cursor(): Promise<string | undefined> {
    const kept = (await this.options.store.get(place)) as Place | undefined;
    // Kept in other languages, it has to be read anew.
    return kept?.languages === this.languages.join() ? kept.cursor : undefined;
  }

  async book(bid: string): Promise<Book | null> {
    return this.one(`book/${bid}`);
  }

  /** All books, by bid. */
  books(): AsyncIterable<Book> {
    return this.values('book/');
  }

  async collection(cid: string, language?: Language): Promise<Collection | null> {
    return this.one(`collection/${language ?? this.languages[0]}/${cid}`);
  }

  /** All collections in the order of the portal. */
  collections(language?: Language): AsyncIterable<Collection> {
    return this.ordered('collections', language);
  }

  /** The advertised collections in their order. */
  advertised(language?: Language): AsyncIterable<Collection> {
    return this.ordered('advertised', language);
  }

  async series(): Promise<Series[]> {
    return (await this.one('series')) ?? [];
  }

  async roadmaps(): Promise<RoadmapHead[]> {
    return (await this.one('roadmaps')) ?? [];
  }

  async roadmap(group: number): Promise<Roadmap | null> {
    return this.one(`roadmap/${group}`);
  }

  async guides(): Promise<GuideHead[]> {
    return (await this.one('guides')) ?? [];
  }

  async guide(guide: string): Promise<Guide | null> {
    return this.one(`guide/${guide}`);
  }

  private async take({ isAnew, changes, cursor }: Changes, signal: AbortSignal | undefined): Promise<void> {
    const { store, onChange } = this.options;
    const { portal, languages } = this;
    const due = isAnew ? everythingDue() : dueAfter(changes);
    const reading = new MirrorReading({ portal, store, languages, due, options: { signal, reached: cursor } });
    await reading.read();
    const reached: Place = { cursor, languages: languages.join() };
    await store.write(new Map(reading.put).set(place, reached), reading.remove);
    if (isAnew || changes.length > 0) onChange?.({ isAnew, changes });
  }

  private async one<T>(key: string): Promise<T | null> {
    return ((await this.options.store.get(key)) as T | undefined) ?? null;
  }

  private async *values<T>(prefix: string): AsyncGenerator<T> {
    for await (const [, value] of list<T>(this.options.store, prefix)) yield value;
  }

  private async *ordered(name: string, language?: Language): AsyncGenerator<Collection> {
    for (const cid of (await this.one<string[]>(name)) ?? []) {
      const collection = await this.collection(cid, language);
      if (collection) yield collection;
    }
  }
}

interface Place {
  cursor: string;
  languages: string;
}
