import pg from 'pg';

declare module 'pg' {
  /** What the driver has, and its types do not. */
  interface Client {
    /** The number of the server's process, as the server told it. */
    readonly processID: number;
    /** What a connection tells the server about itself when it begins. */
    getStartupConf(): Record<string, string>;
  }
}

/** A connection of a pool, whose statements are sent without waiting for the answers to those before. */
export class PipeliningClient extends pg.Client {
  // Set while nothing is in flight, which the driver allows, and its types do not.
  declare pipeline: boolean;

  /** For COPY, which the driver refuses beside other statements. */
  async alone<T>(act: () => Promise<T>): Promise<T> {
    const { pipeline } = this;
    this.pipeline = false;
    try {
      return await act();
    } finally {
      this.pipeline = pipeline;
    }
  }
}
