import type { RawBuilder } from 'kysely';
import type { Context } from '../work/context.ts';
import { type ComingValue, comingInOrder, listComingValues, type RecordsOfKind, type SupposedSet } from './coming.ts';
import type { Parts, ScheduledSets } from './due-sets.ts';
import { type ChangeKind, ChangeKinds, type StagedChange } from './kinds.ts';
import { atMoment, type Moment, type Then } from './moment.ts';
import { DueQueue } from './queue.ts';
import type { StoredSet } from './stored-sets.ts';

type Cookies = Record<string, string | undefined>;
type FindStaged = (
  ctx: Context,
  cookies: Cookies,
  record: { kind: string; id: string },
) => Promise<StagedChange | undefined>;

/** Where features declare what can be changed together, now or later, and which records of theirs are such sets of changes. */
export class ChangeSets {
  readonly kinds = new ChangeKinds();
  private readonly queue: DueQueue;
  /** The entities of what is scheduled; pages may follow them before all features have declared theirs. */
  readonly scheduledEntities: string[] = [];
  /** These and the entities of what can be changed: all that can bring something scheduled into conflict. */
  readonly concerned: string[] = [];
  private find: FindStaged | undefined;

  constructor(parts: Parts) {
    this.queue = new DueQueue(parts);
  }

  define<Values>(...kinds: readonly ChangeKind<Values>[]): void {
    for (const kind of kinds) {
      this.kinds.add(kind);
      if (!this.concerned.includes(kind.entity)) this.concerned.push(kind.entity);
    }
  }

  /** Has the sets of a feature applied at their times. */
  schedule<Row extends StoredSet>(sets: ScheduledSets<Row>): void {
    this.queue.add(sets);
    this.scheduledEntities.push(sets.stored.entity);
    this.concerned.push(sets.stored.entity);
  }

  /** What is scheduled for some records, see {@link listComingValues}. */
  coming(
    ctx: Context,
    of: readonly RecordsOfKind[],
    until: Parameters<typeof listComingValues>[3],
  ): Promise<ComingValue[]> {
    return listComingValues(ctx, this.queue.coming, of, until);
  }

  /** As SQL, with what stands before and after each, see {@link comingInOrder}. */
  comingInOrder(of: RawBuilder<unknown>, supposed?: SupposedSet): RawBuilder<unknown> {
    return comingInOrder(this.queue.coming, of, supposed);
  }

  /** Reads what will be at a moment to come, see {@link atMoment}. */
  atMoment<T>(ctx: Context, moment: Moment, read: (ctx: Context, then: Then) => Promise<T>): Promise<T> {
    return atMoment(ctx, this.queue, moment, read);
  }

  /** Starts and stops to apply what is due. */
  start(): void {
    this.queue.start();
  }

  async stop(): Promise<void> {
    await this.queue.stop();
  }

  /** Says how to find what the release that a person works on sets in a record. */
  findsStaged(find: FindStaged): void {
    this.find = find;
  }

  /** What the release that a person works on, by the cookies, sets in a record; undefined if nothing. */
  async staged(
    ctx: Context,
    cookies: Cookies,
    record: { kind: string; id: string },
  ): Promise<StagedChange | undefined> {
    return this.find?.(ctx, cookies, record);
  }
}
