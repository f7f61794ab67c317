import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '#kernel/http/caller.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { CachedSettings } from '../portal.settings.ts';

const windowMs = 60_000;

/** Counts the requests of each key in this process, per minute. */
class KeyRates {
  private readonly clock: () => number;
  private readonly windows = new Map<number, { end: number; count: number }>();

  constructor(clock: () => number = () => performance.now()) {
    this.clock = clock;
  }

  /** Counts a request; returns 0 if it may proceed, else the seconds to wait. A `most` of 0 means no limit. */
  count(key: number, most: number): number {
    const now = this.clock();
    const window = this.windows.get(key);
    if (!window || window.end <= now) {
      this.windows.set(key, { end: now + windowMs, count: 1 });
      return 0;
    }
    window.count += 1;
    return most > 0 && window.count > most ? Math.ceil((window.end - now) / 1000) : 0;
  }
}

const isPortal = ({ url }: FastifyRequest) => url.startsWith('/portal/v1/');

const readable = 'etag, last-modified, location, retry-after, x-request-id';
const sendable = 'authorization, if-none-match, if-modified-since, last-event-id, content-type, idempotency-key';
// How long a browser may cache a preflight response. Seconds.
const rememberSeconds = 600;

/** Enforces the rate of each key, and lets scripts of the listed sites read the portal's answers (CORS). */
export function portalAccess({ app, work }: Kernel, settings: CachedSettings): void {
  const rates = new KeyRates();
  const read = (request: FastifyRequest) => work.read(callerOf(request), (ctx) => settings.of(ctx));

  app.addHook('onRequest', async (request, reply) => {
    if (!isPortal(request)) return;
    if (isPreflight(request)) return reply.code(204).send();
    const { actor } = request;
    if (!actor || !('keyIdx' in actor)) return;
    const wait = rates.count(actor.keyIdx, (await read(request)).requestsPerMinute);
    if (wait === 0) return;
    void reply.header('retry-after', wait);
    throw new AppError(429, 'error.too_many');
  });
  // On every answer, so that scripts can read refusals as well.
  app.addHook('onSend', async (request, reply) => {
    if (!isPortal(request)) return;
    void reply.header('vary', [reply.getHeader('vary'), 'authorization, origin'].filter(Boolean).join(', '));
    const { origin } = request.headers;
    // If the database is down, the request fails anyway and no origin is allowed.
    const allowed = origin === undefined ? undefined : await read(request).catch(() => undefined);
    if (origin !== undefined && allowed?.origins.has(origin)) allow(request, reply, origin);
  });
}

const isPreflight = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

function allow(request: FastifyRequest, reply: FastifyReply, origin: string): void {
  void reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', readable);
  if (!isPreflight(request)) return;
  void reply
    .header('access-control-allow-methods', 'GET, HEAD')
    .header('access-control-allow-headers', sendable)
    .header('access-control-max-age', rememberSeconds);
}
