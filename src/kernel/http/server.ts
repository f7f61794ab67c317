import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyRequest, type RouteOptions } from 'fastify';
import { ResponseSerializationError } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { networkOf } from '../auth/throttle.ts';
import type { Config } from '../config/config.ts';
import { en } from '../messages/common/en.ts';
import type { Permission } from '../work/contract.ts';
import { withoutBase } from './base-path.rules.ts';
import { bodyLimit, readBodies } from './bodies.ts';
import { limitTime, serverTimes } from './body-time.ts';
import { InputError } from './error-answers.ts';
import { logOptions, logRequests } from './request-log.ts';
import { mayBeCrossSite, secure } from './security.ts';
import { answerUnderPath } from './under-path.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** All mounted routes, in order; tests of permissions and hostile input go through them. */
    routeList: readonly RouteOptions[];
  }
  interface FastifyContextConfig {
    permission?: Permission;
    /** Needs no known caller, so it works without the database: files, messages, health. */
    anonymous?: true;
    /** Takes an API key, but needs none. */
    acceptsKey?: boolean;
    /** Needs an API key, and also takes it as a password. */
    takesPassword?: boolean;
    /** A call of staff that also takes an API key of the scope `staff`. */
    forPrograms?: boolean;
    /** Does all its work in one transaction, so that it can be tried and rolled back. */
    canBeTried?: boolean;
    /** Takes forms that pages of other sites send, because whoever knows its address may use it. */
    fromAnySite?: true;
    /** Is no write of the library's data, though no GET either: it goes on while the office is only read. */
    inMaintenance?: true;
  }
}

const clientErrors: Record<string, [status: string, key: keyof typeof en]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'invalid.too_slow'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'invalid.too_large'],
};

/** A Fastify server with the product's limits, parsers, headers and checks, but no routes yet. */
export async function createServer(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    ...logOptions(config),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit,
    ...serverTimes,
    clientErrorHandler: answerClientError,
    // Contracts limit parameters, and Node whole addresses, to 16 KB; the router's refusal would not have our form.
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
    forceCloseConnections: 'idle',
    // Requests that arrive on open connections during shutdown are served: nobody else would, and the 503 is not ours.
    return503OnClosing: false,
    // A proxy that passes the path of the office on asks for it; one that takes it away asks for the rest.
    rewriteUrl: ({ method, url = '/' }) => decodable(withoutLastSlash(method, withoutBase(config.basePath, url))),
  });
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (value) => {
    // See readBodies.
    if (httpPart === 'body') return { value };
    const parsed = schema.safeParse(value, { reportInput: true });
    return parsed.success ? { value: parsed.data } : { error: new InputError(parsed.error.issues) };
  });
  // Parsed, not encoded: no answer's schema has a codec, and encoding would run each check twice.
  app.setSerializerCompiler<z.ZodType>(({ schema, method, url }) => (value) => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) throw new ResponseSerializationError(method, url, { cause: parsed.error });
    return JSON.stringify(parsed.data);
  });
  app.decorateRequest('actor', null);
  app.decorateRequest('keyIdx', undefined);
  app.decorateRequest('head', undefined);
  app.decorateRequest('given', undefined);
  app.decorateRequest('approval', undefined);
  app.decorateRequest('proposal', undefined);
  app.decorateRequest('shows', undefined);
  const routes: RouteOptions[] = [];
  app.decorate('routeList', routes);
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  logRequests(app);
  limitTime(app);
  // Cookies first: even a refusal is in the language chosen there.
  await app.register(cookie);
  if (config.basePath !== '') answerUnderPath(app, config.basePath);
  await secure(app, config);
  endConnectionsAtClose(app);
  if (config.rateLimit > 0) await limitRate(app, config);
  await readBodies(app);
  // The levels that cost a page of a list a tenth of its throughput at most: docs/decisions/0216. Brotli's usual window
  // takes up to 20 MB per answer, and finds hardly more in a page or in the rows of an export than a quarter of a
  // megabyte does.
  await app.register(compress, {
    threshold: 1400,
    // Answers up to this size are compressed at once: a stream for each costs more than compressing it.
    syncThreshold: 512 * 1024,
    zlibOptions: { level: 1 },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } },
    encodings: ['zstd', 'br', 'gzip', 'identity'],
    globalDecompression: false,
  });
  return app;
}

/** Stops accepting requests and waits for those in flight. */
export async function closeServer(app: FastifyInstance): Promise<void> {
  // A stream that started earlier keeps a connection that its browser would reuse for the next request.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => clearInterval(sweep));
}

/** Answers sent during shutdown close their connection: a kept-alive connection would delay it. */
function endConnectionsAtClose(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) void reply.header('connection', 'close');
    done();
  });
}

/**
 * An address that is read is the same with a slash at its end, as it is typed. A write keeps the slash: behind it an id
 * may be empty, and without it the address is that of another call.
 */
function withoutLastSlash(method: string | undefined, url: string): string {
  return method === 'GET' || method === 'HEAD' ? url.replace(/^([^?]*[^?/])\/(?=\?|$)/, '$1') : url;
}

/** A path that cannot be decoded is used as is, and answered like any unknown path. */
function decodable(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/**
 * Counts every request before it costs a database query, including refused and unknown ones. What other sites make
 * browsers send is counted separately: no site can use up what its visitors have here.
 */
async function limitRate(app: FastifyInstance, config: Config): Promise<void> {
  const allowList = (request: FastifyRequest) => request.routeOptions.config.rateLimit === false;
  const keyGenerator = (request: FastifyRequest) =>
    `${mayBeCrossSite(request, config) ? 'cross-site ' : ''}${networkOf(request.ip)}`;
  const limit = { max: config.rateLimit, timeWindow: 60_000 };
  await app.register(rateLimit, { global: false, ...limit, allowList, keyGenerator });
  app.addHook('onRequest', app.rateLimit());
}

/** Answers malformed or incomplete requests if the client is still reading, then closes the connection. */
function answerClientError({ code }: Error & { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  const [status, key] = clientErrors[code ?? ''] ?? ['400 Bad Request', 'invalid.body' as const];
  const body = JSON.stringify({ error: { code: key, message: en[key] } });
  const headers = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`;
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${headers}\r\nConnection: close\r\n\r\n${body}`);
  socket.destroy();
}
