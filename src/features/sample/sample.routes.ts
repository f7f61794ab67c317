import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { sampleBooks } from './sample.catalogue.ts';
import { sampleApi } from './sample.contract.ts';
import { loadSample, removeSample, sampleState } from './sample.service.ts';
import type SampleOffer from './sample-offer.view.tsx';

export function sampleRoutes(kernel: Kernel): void {
  kernel.api(sampleApi, {
    'POST /api/v1/sample': async ({ ctx, write }) => ({
      results: { books: await loadSample(ctx, kernel, write) },
    }),
    'DELETE /api/v1/sample': async ({ ctx }) => ({
      results: { books: await removeSample(ctx, kernel) },
    }),
  });
  kernel.web.page('/sample', {
    view: view<typeof SampleOffer>('sample/sample-offer'),
    title: (t) => t('sample.heading'),
    load: async ({ ctx }) => ({ ...(await sampleState(ctx)), books: sampleBooks().length }),
  });
}
