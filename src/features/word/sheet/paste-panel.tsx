import { useState } from 'react';
import { ApiError, client } from '#client/api.ts';
import { notify } from '#client/dialogs.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import { FormProblem } from '#ui/form/form-problem.tsx';
import { useSubmit } from '#ui/form/use-submit.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Textarea } from '#ui/kit/input.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Cell, Table, TableFrame } from '#ui/kit/table.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { WordRow } from '../list/word-rows.rules.ts';
import type { sentenceApi } from '../words/sentence.contract.ts';
import { type PastedRow, readPaste } from './pasted-rows.rules.ts';

const call = client<typeof sentenceApi>();

interface PastePanelProps {
  bid: string;
  rows: readonly WordRow[];
  /** The rows pasted so far. */
  text: string;
  /** The panel closes; `isAdded` if the sheet has new rows. */
  onDone: (isAdded: boolean) => void;
}

/** Rows from a spreadsheet: what each will become, then all new ones added in one act. */
export function PastePanel({ bid, rows, text: first, onDone }: PastePanelProps) {
  const t = useT<BookWords>();
  const [text, setText] = useState(first);
  const form = useUnsaved<HTMLFormElement>(text !== '');
  const pasted = readPaste(text, bid, rows);
  const of = (state: PastedRow['state']) => pasted.filter((row) => row.state === state);
  const added = of('new');
  const submission = useSubmit(async () => {
    const sentences = added.map(({ cells }) => cells);
    const { results } = await call('POST /api/v1/book/:bid/sentence', { params: { bid }, body: { sentences } });
    if (!results.success) throw new ApiError(422, { code: 'book.rows_refused', message: results.error_msg ?? '' });
    onDone(true);
    void notify({ message: t('book.pasted', { count: results.sentences ?? 0 }), undo: results.act_idx });
  }, form);
  const counts = { added: added.length, known: of('known').length, refused: of('refused').length };
  return (
    <Stack as="form" ref={form} tight ground="accent" pad={12} below={12} onSubmit={submission.submit} noValidate>
      <Textarea
        label={t('book.paste_label')}
        value={text}
        rows={first === '' ? 4 : 2}
        most={8}
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone(false)}
      />
      <p>{t('book.paste_hint')}</p>
      {pasted.length > 0 && (
        <>
          <p role="status">
            {t('book.paste_counts', counts)} {added.length > 0 && t('book.paste_live')}
          </p>
          <Preview rows={pasted} />
        </>
      )}
      <FormProblem of={submission} title={t('book.sentence_add_failed')} />
      <Inline whole tight>
        <Button variant="plain" onClick={() => onDone(false)}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" variant="primary" disabled={added.length === 0 || submission.pending}>
          {t('book.paste_add', { count: added.length })}
        </Button>
      </Inline>
    </Stack>
  );
}

function Preview({ rows: pasted }: { rows: readonly PastedRow[] }) {
  const t = useT<BookWords>();
  const { text } = useInterface();
  const fields = {
    bid: '',
    word: t('book.word_kind'),
    sentence: t('book.sentence_kind'),
    mdr_targeted: t('book.sentence_targeted'),
  };
  const reason = ({ field, key, values }: NonNullable<PastedRow['problem']>) =>
    field ? `${fields[field]}: ${text(key, values)}` : text(key, values);
  const states = { new: t('book.paste_new'), known: t('book.paste_known'), refused: '' };
  return (
    <TableFrame label={t('book.paste')} most={320}>
      <Table>
        <tbody>
          {pasted.map(({ cells, state, problem }, index) => (
            <tr key={index} data-state={state}>
              {[cells.word, cells.sentence, problem ? reason(problem) : states[state]].map((shown, at) => (
                <Cell key={at}>
                  <Text
                    as="span"
                    breaks
                    tone={state === 'known' ? 'soft' : problem && at === 2 ? 'problem' : undefined}
                  >
                    {shown}
                  </Text>
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}
