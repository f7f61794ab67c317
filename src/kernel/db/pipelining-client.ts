import pg from 'pg';

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
