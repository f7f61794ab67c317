/** What is known of an answer: its tag, and its text unless only the tag was wanted. */
export interface KeptAnswer {
  tag: string;
  body?: string;
}

interface Entry extends KeptAnswer {
  /** Where the change feed stood. */
  place: string;
}

// What an entry takes besides its text and its address. Bytes.
const entryBytes = 500;

/**
 * Answers of this process by their address, the last used up to so many bytes. An answer counts only at the place of the
 * change feed that it was read at, so nothing has to be thrown away when something changes, here or elsewhere.
 */
export class KeptAnswers {
  private readonly most: number;
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  constructor(mostBytes: number) {
    this.most = mostBytes;
  }

  /** Whether there is anything of an address, perhaps of an earlier place. */
  has(address: string): boolean {
    return this.entries.has(address);
  }

  find(address: string, place: string): KeptAnswer | undefined {
    const entry = this.entries.get(address);
    if (entry === undefined || entry.place !== place) return undefined;
    // The map is in the order of use.
    this.entries.delete(address);
    this.entries.set(address, entry);
    return entry;
  }

  /** Keeps an answer that was read at a place. */
  keep(address: string, place: string, answer: KeptAnswer): void {
    this.drop(address);
    this.entries.set(address, { ...answer, place });
    this.bytes += sizeOf(address, answer);
    for (const [oldest] of this.entries) {
      if (this.bytes <= this.most) return;
      this.drop(oldest);
    }
  }

  private drop(address: string): void {
    const entry = this.entries.get(address);
    if (entry === undefined) return;
    this.entries.delete(address);
    this.bytes -= sizeOf(address, entry);
  }
}

// Letters beyond Latin take two bytes each, and so do all others of the same text. An address may be long as well: its
// caller chooses it.
const sizeOf = (address: string, { body = '' }: KeptAnswer) => entryBytes + 2 * (address.length + body.length);
