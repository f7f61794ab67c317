import type { FastifyRequest } from 'fastify';
import type { Kernel } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { deprecatedFields } from './deprecated.rules.ts';
import { addUses, type Use } from './key-use.store.ts';

// How long uses are only in memory: a process that is killed loses those. Milliseconds.
const storedEveryMs = 10_000;

// How many pairs of a key and a call wait to be stored; while the database is away, others are not counted.
const mostWaiting = 10_000;

type Parts = Pick<Kernel, 'app' | 'work' | 'maintenance'>;

/** Counts what keys call: in memory, and some seconds later in one statement, so that no call waits for it. */
export class KeyUses {
  private readonly parts: Parts;
  private waiting = new Map<string, Use>();
  private timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.parts = parts;
    const marks = new Marks();
    parts.app.addHook('preHandler', (request, _reply, done) => {
      const { keyIdx, method, routeOptions } = request;
      // A scope opens calls that are mounted, so there is no end of their names.
      if (keyIdx !== undefined && routeOptions.url !== undefined) {
        const call = `${method} ${routeOptions.url.replaceAll(/:(\w+)/g, '{$1}')}`;
        this.note({ keyIdx, call, calls: 1, deprecated: marks.usedBy(request) });
      }
      done();
    });
    parts.app.addHook('onClose', () => this.storeCounted());
  }

  private note(use: Use): void {
    const name = `${use.keyIdx} ${use.call}`;
    const { calls = 0, deprecated } = this.waiting.get(name) ?? {};
    if (!deprecated && this.waiting.size >= mostWaiting) return;
    this.waiting.set(name, {
      ...use,
      calls: calls + use.calls,
      deprecated:
        deprecated && use.deprecated.size > 0 ? deprecated.union(use.deprecated) : (deprecated ?? use.deprecated),
    });
    this.timer ??= setTimeout(() => void this.storeCounted(), storedEveryMs).unref();
  }

  /** Stores what was counted in this process so far; what cannot be stored now is kept, and tried again later. */
  async storeCounted(): Promise<void> {
    await this.store().catch((error: unknown) =>
      this.parts.app.log.warn({ err: error }, 'uses of keys were not stored'),
    );
  }

  private async store(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.waiting.size === 0 || this.parts.maintenance.isOn) return;
    const uses = [...this.waiting.values()];
    this.waiting = new Map();
    try {
      await this.parts.work.write(systemCaller('apikey.use'), (ctx) => addUses(ctx, uses));
    } catch (error) {
      for (const use of uses) this.note(use);
      throw error;
    }
  }
}

const none: ReadonlySet<string> = new Set();

/** The deprecated fields of the calls of one process, looked for once. */
class Marks {
  private readonly found = new Map<unknown, { sent: ReadonlySet<string>; answered: ReadonlySet<string> }>();

  /** Those that a request sends, and those that it is answered: named in `fields`, or all where it names none. */
  usedBy({ routeOptions: { schema }, url, given }: FastifyRequest): ReadonlySet<string> {
    const { sent, answered } = this.of(schema);
    if (sent.size + answered.size === 0) return none;
    const query = new URLSearchParams(url.split('?')[1]);
    const named = query.get('fields')?.split(',');
    const own = [...query.keys(), ...Object.keys(Object(given))].filter((name) => sent.has(name));
    return new Set([...own, ...(named ? named.filter((name) => answered.has(name)) : answered)]);
  }

  private of(schema: FastifyRequest['routeOptions']['schema']) {
    const known = this.found.get(schema);
    if (known) return known;
    const { querystring, body, response } = schema ?? {};
    const marks = {
      sent: deprecatedFields(querystring).union(deprecatedFields(body)),
      answered: deprecatedFields(Object(response)[200]),
    };
    this.found.set(schema, marks);
    return marks;
  }
}
