/** Reads a stream of bytes from the front and discards what has been passed. */
export class ByteWindow {
  readonly #source: AsyncIterator<Uint8Array>;
  #buffer = Buffer.alloc(0);
  #at = 0;
  #ended = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next bytes, without consuming them; fewer at the end of the stream. */
  async peek(length: number): Promise<Buffer> {
    while (this.#buffer.length - this.#at < length && !this.#ended) await this.#read();
    return this.#buffer.subarray(this.#at, this.#at + length);
  }

  /** Skips bytes; false if there are not that many. */
  async skip(length: number): Promise<boolean> {
    let left = length;
    while (this.#buffer.length - this.#at < left && !this.#ended) {
      left -= this.#buffer.length - this.#at;
      this.#at = this.#buffer.length;
      await this.#read();
    }
    const whole = this.#buffer.length - this.#at >= left;
    this.#at = Math.min(this.#buffer.length, this.#at + left);
    return whole;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #read(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) this.#ended = true;
    else {
      this.#buffer = Buffer.concat([this.#buffer.subarray(this.#at), value]);
      this.#at = 0;
    }
  }
}
