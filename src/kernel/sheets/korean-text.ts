const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;
const replacement = 0xfffd;

/**
 * Decodes code page 949, in which Korean Windows saves CSV files, chunk by chunk. Node's own 'euc-kr' knows only the
 * 2,350 everyday syllables of the standard and turns the others into control characters.
 *
 * What is no text becomes U+FFFD and `sound` false. `likely` tells whether the file is Korean at all: Western code pages
 * decode too, now and then, but as rare syllables.
 */
export class KoreanDecoder {
  sound = true;
  #lead = 0;
  #pairs = 0;
  #everyday = 0;

  get likely(): boolean {
    return this.sound && this.#everyday * 2 > this.#pairs;
  }

  decode(bytes: Uint8Array): string {
    const codes = new Uint16Array(bytes.length);
    let length = 0;
    for (const byte of bytes) {
      if (this.#lead !== 0) {
        codes[length++] = this.#pair(this.#lead, byte);
        this.#lead = 0;
      } else if (byte < 0x80) codes[length++] = byte;
      else this.#lead = byte;
    }
    return Buffer.from(codes.buffer, 0, length * 2).toString('utf16le');
  }

  end(): string {
    if (this.#lead === 0) return '';
    this.sound = false;
    return '\ufffd';
  }

  #pair(lead: number, trail: number): number {
    this.#pairs++;
    if (isEveryday(lead, trail)) this.#everyday++;
    const code = table()[(lead << 8) | trail] ?? 0;
    if (code !== 0) return code;
    this.sound = false;
    return replacement;
  }
}

function isEveryday(lead: number, trail: number): boolean {
  return lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1;
}

let pairs: Uint16Array | undefined;

function table(): Uint16Array {
  pairs ??= buildTable();
  return pairs;
}

/**
 * The standard's pairs as Node knows them (without what it leaves to private use, with the euro and registered signs that
 * came later); then, in the free places, all other syllables in the order of Unicode.
 */
function buildTable(): Uint16Array {
  const codes = new Uint16Array(0x10000);
  codes[0xa2e6] = 0x20ac;
  codes[0xa2e7] = 0xae;
  const standard = new TextDecoder('euc-kr');
  const everyday = new Set<number>();
  for (let lead = 0xa1; lead <= 0xfe; lead++) {
    for (let trail = 0xa1; trail <= 0xfe; trail++) {
      const text = standard.decode(Uint8Array.of(lead, trail));
      if (!/^[^\ue000-\uf8ff\ufffd]$/.test(text)) continue;
      codes[(lead << 8) | trail] = text.charCodeAt(0);
      if (isEveryday(lead, trail)) everyday.add(text.charCodeAt(0));
    }
  }
  let syllable = firstSyllable;
  for (let lead = 0x81; lead <= 0xc6; lead++) {
    for (const trail of lead <= 0xa0 ? longTrails : shortTrails) {
      while (everyday.has(syllable)) syllable++;
      if (syllable > lastSyllable) return codes;
      codes[(lead << 8) | trail] = syllable++;
    }
  }
  return codes;
}

const shortTrails = [...range(0x41, 0x5a), ...range(0x61, 0x7a), ...range(0x81, 0xa0)];
const longTrails = [...shortTrails, ...range(0xa1, 0xfe)];

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
