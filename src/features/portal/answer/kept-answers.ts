import type { Place } from './feed-place.ts';

/** A cached answer: its tag, and its text unless only the tag was needed. */
export interface Answer {
  tag: string;
  body?: string;
}

/** An answer with the position of the change feed when it was read, or last found unchanged. */
export interface KeptAnswer extends Answer, Omit<Place, 'open'> {}

// The size of an entry besides its text and its address. Bytes.
const entryBytes = 500;

/**
 * Answers of this process by address: an LRU cache limited by bytes. The change feed tells whether an entry is still
 * valid, so nothing has to be evicted when something changes, here or elsewhere.
 */
export class KeptAnswers {
  private readonly most: number;
  private readonly entries = new Map<string, KeptAnswer>();
  private bytes = 0;

  constructor(mostBytes: number) {
    this.most = mostBytes;
  }

  /** The latest cached answer of an address. */
  find(address: string): KeptAnswer | undefined {
    const answer = this.entries.get(address);
    if (answer === undefined) return undefined;
    // The map is ordered by last use.
    this.entries.delete(address);
    this.entries.set(address, answer);
    return answer;
  }

  keep(address: string, answer: KeptAnswer): void {
    this.drop(address);
    this.entries.set(address, answer);
    this.bytes += sizeOf(address, answer);
    for (const [oldest] of this.entries) {
      if (this.bytes <= this.most) return;
      this.drop(oldest);
    }
  }

  private drop(address: string): void {
    const answer = this.entries.get(address);
    if (answer === undefined) return;
    this.entries.delete(address);
    this.bytes -= sizeOf(address, answer);
  }
}

// Two bytes per character: a single one beyond Latin-1 makes a whole string take them. The address counts too, since
// callers choose its length.
const sizeOf = (address: string, { body = '' }: KeptAnswer) => entryBytes + 2 * (address.length + body.length);
