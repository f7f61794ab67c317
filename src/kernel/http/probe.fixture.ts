import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod';
import { AppError } from '../messages/errors.ts';
import { defineMessages } from '../messages/messages.ts';
import type { Feature, Kernel } from '../mount/feature.ts';
import { contract } from '../work/contract.ts';
import { idx, results } from '../work/fields.ts';
import { overloaded } from '../work/task-queue.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import { view } from './web.ts';

const texts = { 'probe.code': 'A code is three letters.', 'probe.taken': 'This key is taken.' };

/** Covers everything that can be wrong with a body. */
const Body = z.strictObject({
  name: z.string().min(1).max(5).optional(),
  motto: z.string().min(3).optional(),
  count: z.number().min(2).max(4).optional(),
  list: z
    .array(z.strictObject({ id: z.int() }))
    .min(1)
    .max(2)
    .optional(),
  kind: z.enum(['book', 'series']).optional(),
  day: z.iso.date().optional(),
  code: z
    .string()
    .regex(/^[a-z]{3}$/, 'probe.code')
    .optional(),
  either: z.union([z.string(), z.number()]).optional(),
  needed: z.boolean(),
});

const open = { permission: 'public' as const, response: results(z.unknown()) };

const probeApi = contract({
  'POST /api/v1/probe': { ...open, summary: 'Take a body', body: Body },
  'POST /api/v1/probe/form': {
    ...open,
    summary: 'Take a form',
    form: true,
    body: z.strictObject({ title: z.string() }),
  },
  'GET /api/v1/probe/:idx': {
    ...open,
    summary: 'Take a path and a query',
    params: z.object({ idx }),
    query: z.object({ size: z.coerce.number().int().max(9).default(5) }),
  },
  'PUT /api/v1/probe/key/:key': { ...open, summary: 'Add a key', params: z.object({ key: z.string() }) },
  'GET /api/v1/probe/fail/:how': { ...open, summary: 'Fail', params: z.object({ how: z.string() }) },
  'GET /api/v1/probe/stream': { permission: 'public', summary: 'Answer lines', stream: 'text/csv; charset=utf-8' },
  'GET /api/v1/probe/address': { ...open, summary: 'Tell from where it is asked' },
});

type Failing = (kernel: Kernel) => Promise<unknown>;

const run = (kernel: Kernel, text: string) =>
  kernel.work.write(systemCaller('probe'), (ctx) => sql.raw(text).execute(ctx.db));

/** Ways to fail. */
const failures: Record<string, Failing> = {
  unexpected: () => Promise.reject(new Error('the secret of the house')),
  refused: () => Promise.reject(new AppError(422, 'probe.taken', undefined, { details: { by: 'ada' } })),
  slow: (kernel) => run(kernel, "set local statement_timeout = '20ms'; select pg_sleep(5)"),
  deadlock: (kernel) => run(kernel, "do $$ begin raise exception 'x' using errcode = '40P01'; end $$"),
  held: (kernel) => run(kernel, "do $$ begin raise exception 'x' using errcode = '55P03'; end $$"),
  broken: (kernel) => run(kernel, 'select pg_terminate_backend(pg_backend_pid())'),
  overloaded: () => Promise.reject(overloaded()),
  unmapped: (kernel) => run(kernel, 'insert into audit (audit_idx) values (default)'),
};

/** A feature that only exercises the kernel. */
export const probe: Feature = {
  name: 'probe',
  messages: defineMessages({ en: texts, es: texts, jp: texts, ko: texts, tr: texts }),
  constraints: { setting_pkey: { status: 409, key: 'probe.taken', field: 'key' } },
  register(kernel) {
    kernel.api(probeApi, {
      'POST /api/v1/probe': ({ body }) => ({ results: body }),
      'POST /api/v1/probe/form': ({ body }) => ({ results: body }),
      'GET /api/v1/probe/:idx': ({ params, query }) => ({ results: { ...params, ...query } }),
      'PUT /api/v1/probe/key/:key': async ({ ctx, params }) => {
        await ctx.db.insertInto('setting').values({ key: params.key, value: '1' }).execute();
        return { results: {} };
      },
      'GET /api/v1/probe/fail/:how': async ({ params }) => ({ results: await failures[params.how]?.(kernel) }),
      'GET /api/v1/probe/stream': () => Readable.from(['a,b\n', 'c,d\n']),
      'GET /api/v1/probe/address': ({ request }) => ({ results: request.ip }),
    });
    probePages(kernel);
  },
};

const errorView = view<(props: { status: number; message: string; requestId: string }) => null>('ui/frame/error-page');
const Named = z.object({ name: z.string() });

/** Pages whose only text is their name, and a fragment that can open over any of them. */
function probePages({ web, app }: Kernel): void {
  web.page('/probe/:name', {
    view: errorView,
    params: Named,
    title: () => 'Probe <&">',
    status: ({ status }) => status,
    load: ({ params }) => {
      if (params.name === 'missing') throw new AppError(404, 'error.not_found');
      return { status: params.name === 'empty' ? 404 : 200, message: params.name, requestId: '</script><b>' };
    },
  });
  web.page('/probe/:name/closed', {
    view: errorView,
    title: () => '',
    load: () => Promise.reject(new AppError(403, 'error.admin_only')),
  });
  app.get('/probe/moved', { schema: { hide: true } }, (_request, reply) => reply.redirect('/probe/there', 302));
  web.fragment('/probe/:name/dialog', {
    view: errorView,
    params: Named,
    within: ({ params }) => (params.name === 'closed' ? '/probe/any/closed' : `/probe/${params.name}?sort=a`),
    load: ({ params }) => ({ status: 200, message: `dialog of ${params.name}`, requestId: '' }),
  });
}
