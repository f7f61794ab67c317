import { z } from 'zod';
import { contract } from '#kernel/work/contract.ts';
import { act_idx, results } from '#kernel/work/fields.ts';
import { CollectionParams } from '../collection.contract.ts';
import { imageKinds } from '../collection.rules.ts';

const paths = z.array(z.string());

export const collectionImagesApi = contract({
  'POST /api/v1/collection/:cid/image/:kind': {
    summary: 'Upload the cover, thumb or list image (field collection_image), replacing the current one',
    params: CollectionParams.extend({ kind: z.enum(imageKinds) }),
    query: z.object({ later: z.literal('1').optional().describe('Only stores it, for a change in a release') }),
    files: { collection_image: 'one' },
    response: results(z.object({ files: z.object({ collection_image: paths }), act_idx })),
  },
});
