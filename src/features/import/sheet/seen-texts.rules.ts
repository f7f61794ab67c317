/**
 * Notes texts, and tells whether all of them differ. It keeps a hash of 64 bits of each in place of the text, which takes
 * a tenth of the time of a Set: if all hashes differ, so do the texts, and if two are the same, the texts may differ.
 */
export class SeenTexts {
  readonly #hashes: Uint32Array;
  readonly #mask: number;
  #differ = true;

  /** At most this many texts are noted. */
  constructor(most: number) {
    // At least half of the slots stay free, so that the next free one is near.
    const slots = 2 ** Math.ceil(Math.log2(2 * most));
    this.#hashes = new Uint32Array(2 * slots);
    this.#mask = slots - 1;
  }

  get allDiffer(): boolean {
    return this.#differ;
  }

  /** Notes a text; an empty one is none. */
  add(text: string | null | undefined): void {
    if (!text || !this.#differ) return;
    let high = 0x811c9dc5;
    let low = 0x9e3779b9;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      high = Math.imul(high ^ code, 0x01000193);
      low = Math.imul((low << 5) ^ (low >>> 27) ^ code, 0x85ebca6b);
    }
    // 0 marks a free slot.
    this.#note(high >>> 0, low >>> 0 || 1);
  }

  #note(high: number, low: number): void {
    const hashes = this.#hashes;
    let slot = (high ^ (low >>> 15)) & this.#mask;
    while (hashes[2 * slot + 1] !== 0) {
      if (hashes[2 * slot] === high && hashes[2 * slot + 1] === low) this.#differ = false;
      if (!this.#differ) return;
      slot = (slot + 1) & this.#mask;
    }
    hashes[2 * slot] = high;
    hashes[2 * slot + 1] = low;
  }
}
