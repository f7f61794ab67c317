import type { Kernel } from '#kernel/feature.ts';
import { view } from '#kernel/http/web.ts';
import { sampleBooks } from './sample.catalogue.ts';
import { sampleApi } from './sample.contract.ts';
import { isLibraryEmpty, loadSample } from './sample.service.ts';
import type SampleOffer from './sample-offer.view.tsx';

export function sampleRoutes({ api, web }: Kernel): void {
  api(sampleApi, {
    'POST /api/v1/sample': async ({ ctx }) => ({ results: { success: true, books: await loadSample(ctx) } }),
  });
  web.page('/sample', {
    view: view<typeof SampleOffer>('sample/sample-offer'),
    title: (t) => t('sample.heading'),
    load: async ({ ctx }) => ({ empty: await isLibraryEmpty(ctx), books: sampleBooks().length }),
  });
}
