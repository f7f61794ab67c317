/** A browser that a person's hands are played in: what they press and type is real input of the browser. */
export interface Engine {
  /** Its name and version. */
  name: string;
  goTo(url: string): Promise<void>;
  /** The value of an expression in the page. */
  evaluate<T>(expression: string): Promise<T>;
  /** Clicks the element that an expression finds, types after what is in it, or chooses a file in it. */
  click(found: string): Promise<void>;
  type(found: string, text: string): Promise<void>;
  choose(found: string, file: string): Promise<void>;
  /** Presses Ctrl and a key. */
  ctrl(key: string): Promise<void>;
  close(): Promise<void>;
}

/** What a program answers once it has started; fails if it ends before. */
export async function answered<T>(ask: () => Promise<T>, hasEnded: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (hasEnded()) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
