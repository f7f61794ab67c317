import type pg from 'pg';

/** The progress of one piece of work: `done` of `total`, or the number ahead of it in the queue. */
interface Note {
  done: number;
  total: number;
  ahead: number;
}

// The screen polls twice a second; writing more often is useless.
const writeEveryMs = 300;

/**
 * Stores the progress of all long work in this process with one statement, outside the work's own transactions, which
 * nobody else can see into. The work never waits for it, so it never needs a second connection while holding one.
 */
export class ProgressBoard {
  private readonly pool: pg.Pool;
  private readonly notes = new Map<string, Note>();
  private readonly unwritten = new Set<string>();
  private readonly shown = new Map<string, { json: string; written: boolean }>();
  private readonly cancelled = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private writtenAt = 0;
  private last: Promise<void> = Promise.resolve();

  /** The board uses the pool's connections; the caller closes the pool. */
  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

  note(key: string, note: Partial<Note>): void {
    this.notes.set(key, { done: 0, total: 0, ahead: 0, ...note });
    this.unwritten.add(key);
    this.timer ??= setTimeout(() => this.writeNext(), Math.max(0, this.writtenAt + writeEveryMs - Date.now())).unref();
  }

  /** Stores what the work has to show so far, as JSON, in place of what it showed before: at once the first time. */
  show(key: string, json: string): void {
    const isFirst = !this.shown.has(key);
    this.shown.set(key, { json, written: false });
    this.note(key, this.notes.get(key) ?? {});
    if (!isFirst) return;
    clearTimeout(this.timer);
    this.writeNext();
  }

  /** Whether staff cancelled this work, as of the last write. */
  isCancelled(key: string): boolean {
    return this.cancelled.has(key);
  }

  /** Clears the progress of the work and its cancellation. */
  async forget(key: string): Promise<void> {
    this.notes.delete(key);
    this.unwritten.delete(key);
    this.shown.delete(key);
    this.cancelled.delete(key);
    await this.inTurn(() => this.pool.query('delete from job_progress where job_key = $1', [key]));
  }

  /** Waits for the current write. */
  async close(): Promise<void> {
    clearTimeout(this.timer);
    await this.last;
  }

  private writeNext(): void {
    this.timer = undefined;
    this.writtenAt = Date.now();
    void this.inTurn(() => this.write());
  }

  // One write at a time, so that cleared progress is not written again by a running statement. A failed write is
  // repeated with the next one: no work depends on it.
  private inTurn(act: () => Promise<unknown>): Promise<void> {
    this.last = this.last.then(act).then(
      () => undefined,
      () => undefined,
    );
    return this.last;
  }

  private async write(): Promise<void> {
    const keys = [...this.unwritten];
    this.unwritten.clear();
    const column = (name: keyof Note) => keys.map((key) => this.notes.get(key)?.[name] ?? 0);
    // It may be long, so it is written once.
    const shown = keys.map((key) => this.shown.get(key)).map((one) => (one?.written ? undefined : one));
    const { rows } = await this.pool.query<{ job_key: string }>(
      `with written as (
         insert into job_progress (job_key, done, total, ahead, shown, updated_at)
         select job_key, done, total, ahead, shown::json, now()
         from unnest($1::text[], $2::integer[], $3::integer[], $4::integer[], $5::text[])
           as given (job_key, done, total, ahead, shown)
         on conflict (job_key) do update
         set done = excluded.done, total = excluded.total, ahead = excluded.ahead,
           shown = coalesce(excluded.shown, job_progress.shown), updated_at = excluded.updated_at
         returning job_key, cancel_requested
       )
       select job_key from written where cancel_requested`,
      [keys, column('done'), column('total'), column('ahead'), shown.map((one) => one?.json ?? null)],
    );
    for (const one of shown) if (one) one.written = true;
    for (const { job_key: key } of rows) if (this.notes.has(key)) this.cancelled.add(key);
  }
}
