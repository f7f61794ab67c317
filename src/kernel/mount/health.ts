import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../db/database.ts';
import { soonSeconds } from '../http/error-handler.ts';

const State = z.object({ status: z.string() });

/**
 * `/healthz`: the process is alive. `/readyz`: its database is reachable and migrated, and somebody can log in, which is
 * the last that a start does.
 */
export function healthRoutes(app: FastifyInstance, db: Database): void {
  const options = {
    config: { permission: 'public' as const, anonymous: true as const, rateLimit: false as const },
    logLevel: 'warn' as const,
  };
  app.get(
    '/healthz',
    { ...options, schema: { summary: 'Whether the process is alive', response: { 200: State } } },
    async () => ({ status: 'ok' }),
  );
  const summary = 'Whether the database is reachable and migrated, and has an administrator';
  app.get(
    '/readyz',
    { ...options, schema: { summary, response: { 200: State, 503: State } } },
    async (_request, reply) => {
      try {
        const { rows } = await sql`
          select from staff where is_admin and disabled_at is null and exists (select from migration) limit 1`.execute(
          db,
        );
        return rows.length > 0
          ? { status: 'ready' }
          : reply.code(503).header('retry-after', soonSeconds).send({ status: 'starting' });
      } catch {
        return reply.code(503).header('retry-after', soonSeconds).send({ status: 'unavailable' });
      }
    },
  );
}
