import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { promisify } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config/config.ts';
import { bucketOrigin } from '../config/s3-url.ts';
import { AppError } from '../messages/errors.ts';
import { modeOf } from './caller.ts';

/** Response headers, and refusal of cross-site writes. Scripts load only from this site's files, none inline. */
export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  const https = config.publicUrl?.startsWith('https:') ?? false;
  // Browsers load images and audio from the bucket, and upload to it.
  const bucket = config.bucket ? [bucketOrigin(config.bucket)] : [];
  const headers = await helmetHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // UI controls set style attributes; there are no inline style sheets.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...bucket],
        mediaSrc: ["'self'", 'blob:', ...bucket],
        connectSrc: ["'self'", ...bucket, ...(config.development ? ['ws:'] : [])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: https,
    referrerPolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers);
    refuseCrossSite(request, config);
    done();
  });
  // By default, no answer may be cached: it is private to its reader.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    done();
  });
}

/** Helmet's headers are the same for every answer, so they are computed once. */
async function helmetHeaders(options: HelmetOptions): Promise<OutgoingHttpHeaders> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  await promisify(helmet(options))(request, response);
  return response.getHeaders();
}

/** The methods of requests that change nothing. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a page of another site may have made the browser send this request, with a link for example. Over plain HTTP
 * browsers say only which page it comes from, and another site can keep even that from us.
 */
export function mayBeCrossSite(request: FastifyRequest, config: Config): boolean {
  const { 'sec-fetch-site': site, referer } = request.headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (referer === undefined) return modeOf(request) === 'navigate';
  return !URL.canParse(referer) || !isOwn(new URL(referer), request, config);
}

// Browsers send the site a request comes from; tools that hold no browser cookies send neither header.
function refuseCrossSite(request: FastifyRequest, config: Config): void {
  if (safeMethods.has(request.method) || request.routeOptions.config.fromAnySite) return;
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined && mayBeCrossSite(request, config)) throw crossSite();
  if (origin === undefined) return;
  if (URL.canParse(origin) && isOwn(new URL(origin), request, config)) return;
  // The browser itself says that our page asks.
  if (site === 'same-origin') throw new AppError(403, 'error.other_host', { origin, host: request.headers.host ?? '' });
  throw crossSite();
}

const isOwn = ({ origin, host }: URL, { headers }: FastifyRequest, { publicUrl }: Config) =>
  publicUrl ? origin === new URL(publicUrl).origin : host === headers.host;

const crossSite = (): AppError => new AppError(403, 'error.cross_site');

/** Throws if a page of another site may have made the browser ask for what only pages of this site may ask for. */
export function requireOwnSite(request: FastifyRequest, config: Config): void {
  if (mayBeCrossSite(request, config)) throw crossSite();
}
