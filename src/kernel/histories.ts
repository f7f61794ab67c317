import type { Context } from './context.ts';

/** One act in the history of a record. */
export interface HistoryEntry {
  /** The audit row of the act; histories are ordered and paged by it. */
  audit_idx: number;
  /** Seconds. */
  at: number;
  /** The staff ID; null where the product acted by itself. */
  actor: string | null;
  action: string;
  before: unknown;
  after: unknown;
  reason: string | null;
}

/**
 * What a bulk act did to single records. A bulk act writes one audit row; the feature that keeps its rows joins them to
 * that audit row and gives each record its own `before` and `after`.
 */
export interface HistorySource {
  entity: string;
  /** At most `limit` entries of one record with `audit_idx` below `before`, newest first; one entry an act. */
  list(ctx: Context, id: string, before: number | undefined, limit: number): Promise<HistoryEntry[]>;
}

/** The register of bulk acts whose rows belong into the histories of the records they touched. */
export class Histories {
  private readonly sources: HistorySource[] = [];

  add(source: HistorySource): void {
    this.sources.push(source);
  }

  of(entity: string): readonly HistorySource[] {
    return this.sources.filter((source) => source.entity === entity);
  }
}
