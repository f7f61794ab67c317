import { z } from 'zod';
import { AppError } from './errors.ts';
import type { Kernel } from './feature.ts';
import { contract } from './http/contract.ts';
import { results } from './http/fields.ts';

export const referenceApi = contract({
  'GET /api/v1/reference/:of/:id': {
    summary: 'What uses a record, such as a series, and therefore keeps it from being deleted: how many, and the first',
    params: z.object({ of: z.string().max(100), id: z.string().max(200) }),
    response: results(
      z.object({
        count: z.int(),
        first: z.array(z.object({ label: z.string(), kind: z.string(), href: z.string().nullable() })),
      }),
    ),
  },
});

/** Mounts the call that reports what uses a record. */
export function referenceRoutes({ api, references }: Pick<Kernel, 'api' | 'references'>): void {
  api(referenceApi, {
    'GET /api/v1/reference/:of/:id': async ({ ctx, params: { of, id } }) => {
      if (!references.accepts(of, id))
        throw new AppError(400, 'invalid.input', undefined, { fields: { id: { key: 'invalid.type' } } });
      const { count, first } = await references.keeping(ctx, of, id);
      return { results: { count, first: first.map((use) => ({ ...use, kind: ctx.text(use.kind) })) } };
    },
  });
}
