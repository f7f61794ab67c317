/** The form of ids that staff choose for records of one kind; they appear in URLs. */
export interface ChosenIdRule {
  /** Characters. */
  longest: number;
  /**
   * Words that appear in our URLs in place of the id, in lower case; no record may use them as its id.
   * `test/reserved-words.test.ts` derives them from the routes.
   */
  reserved: ReadonlySet<string>;
}

/** Why a text is not a valid id: its form (must be letters, digits, `-` and `_`), or because it is reserved. */
export function problemOfId(text: string, { longest, reserved }: ChosenIdRule): 'form' | 'reserved' | null {
  if (text.length > longest || !/^[A-Za-z0-9_-]+$/.test(text)) return 'form';
  return reserved.has(text.toLowerCase()) ? 'reserved' : null;
}
