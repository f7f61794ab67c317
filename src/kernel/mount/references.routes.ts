import { AppError } from '../messages/errors.ts';
import { referenceApi } from '../records/references.contract.ts';
import { inLanguage } from '../records/references.ts';
import type { Kernel } from './feature.ts';

/** Mounts the call that reports what uses a record. */
export function referenceRoutes({ api, references }: Pick<Kernel, 'api' | 'references'>): void {
  api(referenceApi, {
    'GET /api/v1/reference/:of/:id': async ({ ctx, params: { of, id } }) => {
      if (!references.accepts(of, id))
        throw new AppError(400, 'invalid.input', undefined, { fields: { id: { key: 'invalid.type' } } });
      const { reasons, refusals, ...blockers } = await references.blockers(ctx, of, id);
      return {
        results: {
          ...inLanguage(ctx, blockers),
          reasons,
          refusals,
          ...(await references.losses(ctx, of, id)),
          lost_in: inLanguage(ctx, await references.reaching(ctx, of, [id])),
        },
      };
    },
  });
}
