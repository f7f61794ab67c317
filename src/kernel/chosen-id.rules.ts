/** What the ids that staff choose for records of one kind look like; they stand in addresses. */
export interface ChosenIdRule {
  /** Characters. */
  longest: number;
  /**
   * Words that stand where the id stands in an address of ours, in lower case; no record may be called so.
   * `test/reserved-words.test.ts` takes them from the routes.
   */
  reserved: ReadonlySet<string>;
}

/** What keeps a text from being such an id: its form (letters, digits, `-` and `_`), or that it is a word of ours. */
export function problemOfId(text: string, { longest, reserved }: ChosenIdRule): 'form' | 'reserved' | null {
  if (text.length > longest || !/^[A-Za-z0-9_-]+$/.test(text)) return 'form';
  return reserved.has(text.toLowerCase()) ? 'reserved' : null;
}
