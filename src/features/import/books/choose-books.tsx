import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useT } from '#ui/interface.tsx';
import { ApiError } from '#client/api.ts';
import type { ImportWords } from '../import.messages.ts';
import { stepHref } from '../import-steps.rules.ts';
import styles from '../import.module.css';
import { callBooks } from '../use-import.ts';

/** Begins with books that are in the library already: their images, words and audio can be imported at once. */
export function ChooseBooks({ bids: given }: { bids: string }) {
  const t = useT<ImportWords>();
  const [text, setText] = useState(given);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const bids = text.split(/[\s,;]+/).filter(Boolean);
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const { results } = await callBooks('POST /api/v1/import/book', { body: { bids } });
      location.assign(stepHref(results.import_idx, 'images'));
    } catch (error) {
      setBusy(false);
      setProblem(error instanceof ApiError && error.status > 0 ? error.message : t('error.network'));
    }
  };
  return (
    <details className={styles.choose} open={given !== ''}>
      <summary>{t('import.choose_books')}</summary>
      <form onSubmit={(event) => void begin(event)}>
        <Textarea
          // Sent before the script is there, the page comes back with the same ids.
          name="bids"
          label={t('import.choose_books_label')}
          description={t('import.choose_books_hint')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(null);
          }}
          error={problem}
          autosize
          minRows={2}
          maxRows={10}
        />
        <Button type="submit" disabled={bids.length === 0} loading={busy}>
          {t('import.choose_books_begin', { count: bids.length })}
        </Button>
      </form>
    </details>
  );
}
