import type { Changes, ChangesOptions } from './changes.ts';
import type { Portal } from './portal.ts';
import { backoffMs, pause } from './waiting.ts';

type Show = (answer: unknown) => void;

interface Watched {
  call: string;
  viewers: Set<{ show: Show }>;
  /** The last answer as text; undefined before the first. */
  text?: string;
  answer?: unknown;
  isDue: boolean;
  isPending: boolean;
}

/**
 * Answers that are kept as long as somebody looks at them, and told again whenever they change. A change costs one request
 * for each call, however many look at it, and a 304 if readers would see the same.
 */
export class LiveAnswers {
  private readonly portal: Portal;
  private readonly watched = new Map<string, Watched>();
  private reached: string | undefined;

  constructor(portal: Portal) {
    this.portal = portal;
  }

  /** Calls `show` with the whole answer to a call now and whenever it differs, until the returned function is called. */
  watch(call: string, show: Show): () => void {
    const one: Watched = this.watched.get(call) ?? { call, viewers: new Set(), isDue: false, isPending: false };
    this.watched.set(call, one);
    const viewer = { show };
    one.viewers.add(viewer);
    if (one.text === undefined) void this.refresh(one);
    else show(one.answer);
    return () => {
      one.viewers.delete(viewer);
      if (one.viewers.size === 0 && this.watched.get(call) === one) this.watched.delete(call);
    };
  }

  /** Follows the changes until the signal aborts. */
  async follow(options: Pick<ChangesOptions, 'signal' | 'onState' | 'kinds'> = {}): Promise<void> {
    for await (const { isAnew, changes, cursor } of this.portal.changes(options)) {
      this.reached = cursor;
      for (const one of this.watched.values())
        if (isAnew || changes.some((change) => mayShow(one.call, change))) void this.refresh(one);
    }
  }

  /** Asks again; however many changes come meanwhile, they cause one more request. */
  private async refresh(one: Watched): Promise<void> {
    one.isDue = true;
    if (one.isPending) return;
    one.isPending = true;
    for (let failures = 0; one.isDue && one.viewers.size > 0; ) {
      one.isDue = false;
      try {
        this.show(one, await this.portal.read(one.call, { reached: this.reached }));
      } catch {
        // The office may be away for long. Whoever looks keeps what was last true.
        one.isDue = true;
        await pause(backoffMs(failures++));
      }
    }
    one.isPending = false;
  }

  private show(one: Watched, answer: { results?: unknown } | null): void {
    const text = JSON.stringify(answer);
    if (text === one.text) return;
    Object.assign(one, { text, answer: answer?.results ?? null });
    for (const { show } of one.viewers) show(one.answer);
  }
}

/** An event names only the record that changed: lists and collections show others too, a book some titles. */
function mayShow(call: string, { kind, id }: Changes['changes'][number]): boolean {
  const [, bid] = /^books\/([^/?]+)/.exec(call) ?? [];
  if (bid === undefined) return true;
  if (kind === 'book') return id === null || encodeURIComponent(id) === bid;
  return kind !== 'collection' && kind !== 'advertised' && kind !== 'roadmap' && kind !== 'series_guide';
}
