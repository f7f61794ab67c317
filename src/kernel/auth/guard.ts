import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';
import { findActor } from './sessions.ts';

export const sessionCookie = 'sid';

/** Finds who asks, and holds every route to its permission. A route that names none is for administrators. */
export function guard(app: FastifyInstance, db: Database, clock: () => Date): void {
  app.addHook('onRequest', async (request: FastifyRequest) => {
    const { permission = 'admin', anonymous = false } = request.routeOptions.config;
    const token = request.cookies[sessionCookie];
    if (token && !anonymous) request.actor = await findActor(db, token, clock());
    if (request.is404) return;
    if (permission === 'public') return;
    if (!request.actor) throw new AppError(401, 'error.sign_in');
    if (permission === 'admin' && !request.actor.isAdmin) throw new AppError(403, 'error.admin_only');
  });
}
