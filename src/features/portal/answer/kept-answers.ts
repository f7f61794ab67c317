import type { Place } from './feed-place.ts';

/** What is known of an answer: its tag, and its text unless only the tag was wanted. */
export interface Answer {
  tag: string;
  body?: string;
}

/** An answer with where the change feed stood when it was read, or last found to be the same. */
export interface KeptAnswer extends Answer, Omit<Place, 'open'> {}

// What an entry takes besides its text and its address. Bytes.
const entryBytes = 500;

/**
 * Answers of this process by their address, the last used up to so many bytes. Whether one still holds is for the change
 * feed to say, so nothing has to be thrown away when something changes, here or elsewhere.
 */
export class KeptAnswers {
  private readonly most: number;
  private readonly entries = new Map<string, KeptAnswer>();
  private bytes = 0;

  constructor(mostBytes: number) {
    this.most = mostBytes;
  }

  /** What was kept last of an address. */
  find(address: string): KeptAnswer | undefined {
    const answer = this.entries.get(address);
    if (answer === undefined) return undefined;
    // The map is in the order of use.
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

// Letters beyond Latin take two bytes each, and so do all others of the same text. An address may be long as well: its
// caller chooses it.
const sizeOf = (address: string, { body = '' }: KeptAnswer) => entryBytes + 2 * (address.length + body.length);
