import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../config/config.ts';
import { withBase } from './base-path.rules.ts';

// What leads somewhere in the answers of calls.
const addresses = new Set(['href', 'url', 'link', 'next', 'card']);

/** Has redirects, cookies and the links in the answers of calls lead to where the office stands on its host. */
export function answerUnderPath(app: FastifyInstance, base: string): void {
  app.addHook('onReady', async () => {
    const first = base.split('/')[1];
    const taken = app.routeList.find(({ url }) => url.split('/')[1] === first);
    // An address below it would be the office's own with and without the path.
    if (taken) throw new ConfigError(`PUBLIC_URL: the office has pages below /${first} itself; choose another path.`);
  });
  app.addHook('preSerialization', async (_request, _reply, payload) => withAddresses(payload, base));
  app.addHook('onSend', async (_request, reply) => {
    const location = reply.getHeader('location');
    if (typeof location === 'string') void reply.header('location', withBase(base, location));
    const cookies = [reply.getHeader('set-cookie') ?? []].flat();
    if (cookies.length === 0) return;
    void reply.removeHeader('set-cookie');
    for (const one of cookies)
      void reply.header(
        'set-cookie',
        String(one).replace(
          /; Path=(\/[^;]*)/i,
          (_, path: string) => `; Path=${path === '/' ? base : withBase(base, path)}`,
        ),
      );
  });
}

function withAddresses(value: unknown, base: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withAddresses(one, base));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]: [string, unknown]) => [
      name,
      typeof one === 'string' && addresses.has(name) ? withBase(base, one) : withAddresses(one, base),
    ]),
  );
}
