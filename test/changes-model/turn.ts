import type { Person } from '#test/app.ts';
import { seeded } from '#test/hostile.ts';

/** A number for a text, spread over 32 bits (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let n = 0; n < text.length; n += 1) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return seeded(hash)() * 2 ** 32;
}

/**
 * The choices of one act, from its own seed. What it chooses of some things does not depend on what else there is, as far as
 * possible: a list of acts of which some are left out still does much the same.
 */
export class Turn {
  readonly seed: number;
  readonly by: Person;

  constructor(seed: number, people: readonly Person[]) {
    this.seed = seed;
    this.by = people[Math.floor(this.number('who') * people.length)] as Person;
  }

  /** A number from 0 to 1 for a purpose. */
  number(purpose: string): number {
    return hashOf(`${this.seed} ${purpose}`) / 2 ** 32;
  }

  isLikely(purpose: string, share: number): boolean {
    return this.number(purpose) < share;
  }

  pick<T>(purpose: string, from: readonly T[], key: (one: T) => string | number = String): T | undefined {
    return this.shuffled(purpose, from, key)[0];
  }

  shuffled<T>(purpose: string, from: readonly T[], key: (one: T) => string | number = String): T[] {
    const weighed = from.map((one) => ({ one, weight: hashOf(`${this.seed} ${purpose} ${key(one)}`) }));
    return weighed.toSorted((a, b) => a.weight - b.weight).map(({ one }) => one);
  }

  /** At least one of these, if there are any. */
  some<T>(purpose: string, from: readonly T[], key: (one: T) => string | number = String): T[] {
    const shuffled = this.shuffled(purpose, from, key);
    return shuffled.slice(0, 1 + Math.floor(this.number(`${purpose} count`) * shuffled.length));
  }

  /** One of a few texts, so that records often get the text back that they had. */
  text(purpose: string): string {
    return ['red', 'green', 'blue', 'grey'][Math.floor(this.number(purpose) * 4)] ?? '';
  }

  /** A text that nothing else has. */
  unique(purpose: string): string {
    return `${purpose}-${this.seed.toString(36)}`;
  }
}
