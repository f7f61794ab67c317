import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ImportWords } from '#features/import/import-pages.public.ts';
import { stepHref } from '#features/import/import-rules.public.tsx';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import styles from '../frame/import.module.css';
import { callBooks } from '../frame/use-import.ts';

/** Starts with existing books, to import their images, words and audio directly. */
export function ChooseBooks({ bids: given }: { bids: string }) {
  const t = useT<ImportWords>();
  const [text, setText] = useState(given);
  const bids = text.split(/[\s,;]+/).filter(Boolean);
  const submission = useSubmit(async () => {
    const { results } = await callBooks('POST /api/v1/import/book', { body: { bids } });
    location.assign(stepHref(results.import_idx, 'images'));
  });
  return (
    <details className={styles.choose} open={given !== ''}>
      <summary>{t('import.choose_books')}</summary>
      <form onSubmit={submission.submit}>
        <FormProblem of={submission} title={t('import.error')} />
        <Textarea
          // If submitted before the script has loaded, the page comes back with the same ids.
          name="bids"
          label={t('import.choose_books_label')}
          description={t('import.choose_books_hint')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            submission.clear();
          }}
          autosize
          minRows={2}
          maxRows={10}
        />
        <Button variant="primary" type="submit" disabled={bids.length === 0} busy={submission.pending}>
          {t('import.choose_books_begin', { count: bids.length })}
        </Button>
      </form>
    </details>
  );
}
