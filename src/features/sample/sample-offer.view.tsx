import { Button, Text } from '@mantine/core';
import { client } from '#client/api.ts';
import { leaveWith } from '#client/dialogs.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import type { sampleApi } from './sample.contract.ts';
import type { SampleWords } from './sample.messages.ts';

const call = client<typeof sampleApi>();

/** Says what the sample library is, and loads it into an empty one. */
export default function SampleOffer({ empty, books }: { empty: boolean; books: number }) {
  const t = useT<SampleWords>();
  const submission = useSubmit(async () => {
    const { results } = await call('POST /api/v1/sample', {});
    leaveWith(t('sample.loaded', { count: results.books }), '/book');
  });
  return (
    <>
      <PageHead title={t('sample.heading')} />
      <FormProblem of={submission} />
      <Text mb="md" maw="60ch">
        {empty ? t('sample.offer', { count: books }) : t('sample.not_empty')}
      </Text>
      {empty && (
        <Button loading={submission.pending} onClick={() => submission.submit()}>
          {t('sample.load')}
        </Button>
      )}
    </>
  );
}
