import { client } from '#client/api.ts';
import { confirmPhrase, leaveWith } from '#client/dialogs.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { PageHead } from '#ui/page/page-head.tsx';
import type { sampleApi } from './sample.contract.ts';
import type { SampleWords } from './sample.messages.ts';

const call = client<typeof sampleApi>();

// Its images are processed like any others. Milliseconds.
const loadingMs = 120_000;

interface SampleOfferProps {
  empty: boolean;
  /** The number of sample books in the library. */
  loaded: number;
  /** The total number of sample books. */
  books: number;
}

/** Explains the sample library, loads it into an empty library, and removes it again. */
export default function SampleOffer({ empty, loaded, books }: SampleOfferProps) {
  const t = useT<SampleWords>();
  const loading = useSubmit(async () => {
    const { results } = await call('POST /api/v1/sample', { timeoutMs: loadingMs });
    leaveWith(t('sample.loaded', { count: results.books }), '/book');
  });
  const removing = useSubmit(async () => {
    const agree = t('sample.remove');
    if (!(await confirmPhrase({ title: agree, body: t('sample.remove_text'), agree, danger: true }))) return;
    const { results } = await call('DELETE /api/v1/sample', {});
    leaveWith(t('sample.removed', { count: results.books }), '/');
  });
  const text = empty
    ? t('sample.offer', { count: books })
    : loaded > 0
      ? t('sample.is_loaded', { count: loaded })
      : t('sample.not_empty');
  return (
    <>
      <PageHead title={t('sample.heading')} />
      <FormProblem of={loading} />
      <FormProblem of={removing} />
      <p>{text}</p>
      {empty && (
        <Button variant="primary" busy={loading.pending} onClick={() => loading.submit()}>
          {t('sample.load')}
        </Button>
      )}
      {!empty && loaded === 0 && <a href="/">{t('error.home')}</a>}
      {loaded > 0 && (
        <Button variant="soft" danger busy={removing.pending} onClick={() => removing.submit()}>
          {t('sample.remove')}
        </Button>
      )}
    </>
  );
}
