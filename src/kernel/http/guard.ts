import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findKeyActor, findPersonOfKey } from '../auth/api-keys.ts';
import { type FoundSession, findSession } from '../auth/sessions.ts';
import type { Database } from '../db/database.ts';
import { SharedReads } from '../db/shared-reads.ts';
import { AppError } from '../messages/errors.ts';
import { type KeyActor, keyNameOf, type StaffActor } from '../work/actor.ts';
import type { Permission } from '../work/contract.ts';
import type { Maintenance } from '../work/maintenance.ts';
import { staffBehind } from './caller.ts';
import type { Replays } from './replay.ts';
import { safeMethods } from './security.ts';

export const sessionCookie = 'sid';

/** Set on requests that a screen makes on its own, without user action. */
const unattendedHeader = 'x-unattended';

/**
 * Identifies the caller and enforces each route's permission, administrators by default. Routes for API keys ignore
 * sessions, and all others ignore keys, except calls of staff for programs: a key of theirs comes before a session.
 */
export function guard(
  app: FastifyInstance,
  { staff: db, programs }: { staff: Database; programs: Database },
  clock: () => Date,
  replays: Replays,
): void {
  // A portal uses a single key, and a program of staff a single session: their concurrent requests share one query.
  const keys = new SharedReads<KeyActor | null>();
  const sessions = new SharedReads<FoundSession | null>();
  const people = new SharedReads<StaffActor | null>();
  const actorOf = (key: string) => keys.read(key, () => findKeyActor(programs, key, clock()));
  app.addHook('onRequest', async (request: FastifyRequest, reply) => {
    const { permission = 'admin', anonymous = false, acceptsKey = false } = request.routeOptions.config;
    if (permission.startsWith('key:')) {
      request.actor = await requireKey(actorOf, request, reply);
      if (permission !== `key:${request.actor.scope}`) throw new AppError(403, 'error.key_scope');
      return;
    }
    if (acceptsKey) {
      if (request.headers.authorization === undefined) return;
      request.actor = await requireKey(actorOf, request, reply);
      if (request.actor.scope !== 'read') throw new AppError(403, 'error.key_scope');
      return;
    }
    if (request.routeOptions.config.forPrograms && programKey.test(request.headers.authorization ?? '')) {
      const key = await requireKey(actorOf, request, reply);
      if (key.scope !== 'staff') throw new AppError(403, 'error.key_scope');
      const person = await people.read(String(key.keyIdx), () => findPersonOfKey(programs, key.keyIdx));
      if (!person) throw new AppError(403, 'error.key_person');
      request.actor = { ...person, keyName: keyNameOf(key) };
      requirePermission(permission, person);
      return;
    }
    const token = request.cookies[sessionCookie];
    const replay = replays.of(request);
    if (replay) {
      request.actor = replay.actor;
      request.approval = replay.approval;
      request.proposal = replay.proposal;
      request.shows = replay.shows;
      if ((replay.proposal ?? replay.shows) && !request.routeOptions.config.canBeTried)
        throw new AppError(403, 'error.not_proposable');
    } else if (token && !anonymous) {
      const unattended = request.headers[unattendedHeader] !== undefined;
      const found = await sessions.read(`${unattended} ${token}`, () =>
        findSession(db, token, clock(), { unattended }),
      );
      request.actor = found?.actor ?? null;
      request.head = found?.head;
    }
    if (request.is404) return;
    if (permission === 'public') return;
    const staff = staffBehind(request);
    if (!staff) throw new AppError(401, 'error.sign_in');
    requirePermission(permission, staff);
  });
}

// A proxy before the office may send credentials of its own in this header, and these are no keys of ours.
const programKey = /^bearer +lib_/i;

function requirePermission(permission: Permission, { isAdmin }: StaffActor): void {
  if (permission === 'admin' && !isAdmin) throw new AppError(403, 'error.admin_only');
}

/** Refuses what would write while the office is only read. Logging in and out goes on: readers need it. */
export function guardMaintenance(app: FastifyInstance, maintenance: Maintenance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, is404 } = request;
    if (!safeMethods.has(method) && !routeOptions.config.inMaintenance && !is404) maintenance.refuse();
    done();
  });
}

/** How callers of calls for reading apps may authenticate: programs by their own way, apps by asking a person. */
export const keyChallenges = 'Bearer, Basic realm="Library", charset="UTF-8"';

async function requireKey(
  actorOf: (key: string) => Promise<KeyActor | null>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<KeyActor> {
  const { acceptsKey, takesPassword } = request.routeOptions.config;
  const isForApps = acceptsKey === true || takesPassword === true;
  const header = request.headers.authorization ?? '';
  const [, bearer] = /^bearer +([\w-]{1,200})$/i.exec(header) ?? [];
  const key = bearer ?? (isForApps ? keyInPassword(header) : undefined);
  const actor = key === undefined ? null : await actorOf(key);
  request.keyIdx = actor?.keyIdx;
  if (actor) return actor;
  void reply.header('www-authenticate', isForApps ? keyChallenges : 'Bearer');
  throw new AppError(401, 'error.api_key');
}

/** The key that a person has entered as the password in a reading app, with any user name. */
function keyInPassword(header: string): string | undefined {
  const [, encoded = ''] = /^basic +([\w+/=-]{1,600})$/i.exec(header) ?? [];
  const [, key] = /^[^:]*:([\w-]{1,200})$/.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return key;
}
