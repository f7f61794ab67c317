import { type Described, namedDocument } from '#kernel/http/openapi-document.rules.ts';

const prefix = '/portal/v1/';

// What callers of the portal are answered besides success, as docs/portal.md explains.
const refusals: Record<string, string> = {
  400: 'The request is malformed',
  401: 'The key is missing, unknown, revoked or expired',
  403: 'The key is for other calls',
  404: 'There is nothing that readers may see',
  409: 'The code was used, or the same call is being answered',
  410: 'The place in the changes is gone: read everything again',
  422: 'A rule refuses it; of a code, why it cannot be redeemed',
  429: 'Too many requests: try again after Retry-After',
  503: 'Try again after Retry-After',
};

const tag = { name: 'portal', description: 'What readers may see, and redeeming codes' };

interface Whole extends Described {
  components?: { securitySchemes?: { key?: unknown } };
}

/** The description of the portal alone, for the tools of its developers. */
export function portalDocument(document: object, origin: string) {
  const whole: Whole = document;
  const paths = Object.entries(whole.paths ?? {})
    .filter(([path]) => path.startsWith(prefix))
    .map(([path, methods]) => {
      const tagged = Object.entries(methods).map(([method, operation]) => [method, { ...operation, tags: [tag.name] }]);
      return [path, Object.fromEntries(tagged)];
    });
  return namedDocument(
    {
      ...whole,
      components: { securitySchemes: { key: whole.components?.securitySchemes?.key } },
      security: [{ key: [] }],
      paths: Object.fromEntries(paths),
    },
    { title: 'Library portal', origin, prefix: /^\/portal\/v1/, refusals, tags: [tag] },
  );
}
