import { useLayoutEffect, useRef, useState } from 'react';
import { client } from '#client/api.ts';
import { copyText } from '#client/clipboard.ts';
import { confirm } from '#client/dialogs.ts';
import type { CodeWords, replaceApi } from '#features/code/code.public.ts';
import { changeCodes, showCode, useCancelQuestion } from '#features/code/code.public.tsx';
import type { undoApi } from '#kernel/changesets/undos.contract.ts';
import { randomId } from '#kernel/text/random-id.rules.ts';
import { type Submission, useSubmit } from '#ui/form/use-submit.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import type { Card, CodeCard, cardApi } from './card.contract.ts';
import type { CardWords } from './card.messages.ts';

const call = client<typeof cardApi & typeof replaceApi & typeof undoApi>();

/** What an act did: its sentence and, if it can be undone, its number and the code that the card shows then. */
interface Said {
  text: string;
  isProblem?: boolean;
  undo?: number | undefined;
  of?: string;
}

/** A card and what can be done with it. */
export interface CardState {
  card: Card;
  said: Said | null;
  acting: Submission;
  /** Shows the card of another code. */
  show: (code: string) => void;
  extend: (code: CodeCard, day: string, memo: string) => void;
  cancel: (code: CodeCard, memo: string) => void;
  restore: (code: CodeCard, memo: string) => void;
  replace: (code: CodeCard, memo: string) => void;
  copy: (code: string) => void;
  undo: () => void;
}

/** A change of a code, and the sentence that tells it once it is done. */
interface Change {
  field: Parameters<typeof changeCodes>[0];
  value: string;
  memo: string;
  done: string;
}

/** The card after each act as it is then; `onShown` is called when it is that of another code. */
export function useCard(given: Card, onShown: () => void): CardState {
  const t = useT<CardWords & CodeWords>();
  const format = useFormat();
  const cancelQuestion = useCancelQuestion();
  const [card, setCard] = useState(given);
  const [said, setSaid] = useState<Said | null>(null);
  const wanted = useRef<() => Promise<Said | null>>(async () => null);
  const acting = useSubmit(async () => setSaid(await wanted.current()));
  const run = (act: () => Promise<Said | null>) => {
    wanted.current = act;
    acting.submit();
  };
  const read = async (text: string) => setCard((await call('GET /api/v1/card', { query: { text } })).results);
  const shown = 'code' in card ? card.code : '';
  const before = useRef(shown);
  // With the card: its keys may be pressed as soon as it is seen.
  useLayoutEffect(() => {
    if (before.current !== shown) onShown();
    before.current = shown;
    // Only when another code is shown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shown]);
  const change = (code: string, { field, value, memo, done }: Change) =>
    run(async () => {
      const { left, act_idx: undo } = await changeCodes(field, { chosen: { codes: [code] }, value, memo });
      await read(code);
      const [reason] = Object.keys(left) as (keyof typeof left)[];
      return reason ? { text: t(`code.left_${reason}`), isProblem: true } : { text: done, undo, of: code };
    });
  return {
    card,
    said,
    acting,
    show: (code) =>
      run(async () => {
        await read(code);
        return null;
      }),
    extend: ({ code, extends: extending }, day, memo) => {
      if (!extending) return;
      const values = { code: showCode(code), day: format.calendarDay(day) };
      const { field } = extending;
      change(code, { field, value: day, memo, done: t(`card.extended_${field}`, values) });
    },
    cancel: ({ code, state }, memo) =>
      void confirm(cancelQuestion({ code, state })).then((isAgreed) => {
        const done = t('card.did_cancel', { code: showCode(code) });
        if (isAgreed) change(code, { field: 'is_canceled', value: '1', memo, done });
      }),
    restore: ({ code }, memo) =>
      change(code, { field: 'is_canceled', value: '0', memo, done: t('card.did_restore', { code: showCode(code) }) }),
    replace: ({ code }, memo) =>
      run(async () => {
        const replacing = call('POST /api/v1/code/:code/replace', {
          params: { code },
          body: { memo },
          idempotencyKey: randomId(),
        });
        const copying = copyText(replacing.then((answer) => showCode(answer.results.code)));
        const { results } = await replacing;
        const values = { code: showCode(code), twin: showCode(results.code) };
        const isCopied = await copying;
        await read(results.code);
        const text = t(isCopied ? 'card.did_replace' : 'card.did_replace_only', values);
        return { text, undo: results.act_idx, of: code };
      }),
    copy: (code) =>
      run(async () =>
        (await copyText(showCode(code)))
          ? { text: t('card.copied', { code: showCode(code) }) }
          : { text: t('common.not_copied'), isProblem: true },
      ),
    undo: () =>
      run(async () => {
        if (said?.undo === undefined) return said;
        const { results } = await call('POST /api/v1/act/:act_idx/undo', { params: { act_idx: said.undo } });
        await read(said.of ?? shown);
        const isProblem = results.back === 0;
        return {
          text: t(isProblem ? 'undo.done_kept' : 'undo.done', { count: isProblem ? results.kept : 1 }),
          isProblem,
        };
      }),
  };
}
