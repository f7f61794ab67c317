import iconv from 'iconv-lite';

/**
 * Decodes code page 949, in which Korean Windows saves CSV files, chunk by chunk. Node's own 'euc-kr' knows only the
 * 2,350 common syllables of the standard and turns the others into control characters.
 *
 * Invalid bytes become U+FFFD and set `sound` to false. `likely` says whether the file is Korean at all: Western code
 * pages sometimes decode too, but into rare syllables.
 */
export class KoreanDecoder {
  sound = true;
  readonly #decoder = iconv.getDecoder('cp949');
  #lead = 0;
  #pairs = 0;
  #everyday = 0;

  get likely(): boolean {
    return this.sound && this.#everyday * 2 > this.#pairs;
  }

  decode(bytes: Uint8Array): string {
    for (const byte of bytes) {
      if (this.#lead === 0) {
        if (byte >= 0x80) this.#lead = byte;
        continue;
      }
      this.#pairs++;
      if (this.#lead >= 0xb0 && this.#lead <= 0xc8 && byte >= 0xa1) this.#everyday++;
      this.#lead = 0;
    }
    return this.#checked(this.#decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  }

  end(): string {
    return this.#checked(this.#decoder.end() ?? '');
  }

  #checked(text: string): string {
    // The code page itself does not contain this character.
    if (text.includes('\ufffd')) this.sound = false;
    return text;
  }
}
