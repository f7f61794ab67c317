/** A set of whole numbers from 0, a bit for each: millions of them are held in a few megabytes. */
export class Numbers {
  private bits = new Uint8Array(1 << 16);

  add(number: number): void {
    const byte = Math.floor(number / 8);
    if (byte >= this.bits.length) {
      const larger = new Uint8Array(Math.max(byte + 1, this.bits.length * 2));
      larger.set(this.bits);
      this.bits = larger;
    }
    this.bits[byte] = (this.bits[byte] ?? 0) | (1 << (number % 8));
  }

  has(number: number): boolean {
    return ((this.bits[Math.floor(number / 8)] ?? 0) & (1 << (number % 8))) !== 0;
  }
}
