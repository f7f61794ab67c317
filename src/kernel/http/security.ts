import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { bucketOrigin } from '../storage/s3-url.ts';

/** Response headers, and refusal of cross-site writes. Scripts load only from this site's files, none inline. */
export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  const headers = securityHeaders(config);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers);
    refuseCrossSite(request, config);
    done();
  });
  // By default, answers are private to their reader.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
    done();
  });
}

/** What `helmet` sends. They depend on the configuration alone, so they are put together once. */
function securityHeaders({ publicUrl, bucket, development }: Config): Record<string, string> {
  // Browsers load images and audio from the bucket, and upload to it.
  const origin = bucket ? ` ${bucketOrigin(bucket)}` : '';
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // UI controls set style attributes; there are no inline style sheets.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${origin}`,
    `media-src 'self' blob:${origin}`,
    `connect-src 'self'${origin}${development ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

// Browsers name the site a request comes from; tools without a browser's cookies send neither header.
function refuseCrossSite(request: FastifyRequest, config: Config): void {
  if (safeMethods.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw crossSite();
  const origin = request.headers.origin;
  if (origin === undefined) return;
  if (!URL.canParse(origin) || !isOwn(new URL(origin), request, config)) throw crossSite();
}

const isOwn = ({ origin, host }: URL, { headers }: FastifyRequest, { publicUrl }: Config) =>
  publicUrl ? origin === new URL(publicUrl).origin : host === headers.host;

const crossSite = () => new AppError(403, 'error.cross_site');
