import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import type { Config } from '../config/config.ts';
import { plainLine } from '../config/log.ts';
import { actorName } from '../work/actor.ts';

/** Fastify's own lines about a request name its address. */
class QuietLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(): void {}

  override streamError(...[error, request, reply]: Parameters<LogController['streamError']>): void {
    // The line of the request says so.
    if ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    super.streamError(error, request, reply);
  }
}

/** The options of the server's log. The values of a row, which PostgreSQL quotes in errors, are left out. */
export const logOptions = ({ logLevel, logForm }: Config): Pick<FastifyServerOptions, 'logger' | 'logController'> => ({
  logger: {
    level: logLevel,
    redact: { paths: ['err.detail', 'err.where'], remove: true },
    serializers: { req: ({ method }) => ({ method }) },
    ...(logForm === 'plain' && { stream: { write: (line: string) => process.stdout.write(plainLine(line)) } }),
  },
  logController: new QuietLog(),
});

/**
 * Logs one line for each request, when it is over. It names the route, as metrics and traces do: addresses contain
 * codes, signatures and what people search for.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Unlike onResponse, also if the caller has gone.
    reply.raw.once('close', () => {
      const { method, routeOptions, actor, ip: address } = request;
      const { statusCode: status, writableFinished } = reply.raw;
      const line = { method, route: routeOptions.url ?? 'none', status, ms: Math.round(reply.elapsedTime), address };
      const person = actor && actorName(actor);
      request.log.info({ ...line, ...(person && { person }), ...(!writableFinished && { aborted: true }) }, 'request');
    });
    done();
  });
}
