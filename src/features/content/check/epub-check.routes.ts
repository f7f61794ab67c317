import { getBook } from '#features/book/book-record.public.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { epubCheckApi } from './epub-check.contract.ts';
import { epubCheckJobs } from './epub-check.job.ts';
import { readReport, repeatCheck } from './epub-check.service.ts';

export function epubCheckRoutes(kernel: Kernel): void {
  epubCheckJobs(kernel);
  kernel.api(epubCheckApi, {
    'GET /api/v1/book/:bid/epub_report': async ({ ctx, params }) => {
      const { bidx } = await getBook(ctx, params.bid);
      return { results: await readReport(ctx, bidx) };
    },
    'POST /api/v1/book/:bid/epub_report': ({ ctx, params }) => repeatCheck(ctx, kernel, params.bid),
  });
}
