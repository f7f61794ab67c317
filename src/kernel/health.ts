import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from './db/database.ts';

/** `/healthz`: the process answers. `/readyz`: its database does too, and is migrated. */
export function healthRoutes(app: FastifyInstance, db: Database): void {
  const options = {
    config: { permission: 'public' as const, anonymous: true as const, rateLimit: false as const },
    schema: { hide: true },
    logLevel: 'warn' as const,
  };
  app.get('/healthz', options, async () => ({ status: 'ok' }));
  app.get('/readyz', options, async (_request, reply) => {
    try {
      await sql`select 1 from migration limit 1`.execute(db);
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
}
