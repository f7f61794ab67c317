import { useEffect } from 'react';
import { navigateInPage } from '#client/live-page.ts';
import { pageAddress } from '#client/office-path.ts';
import { type Staged, stage } from '#client/staged.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import bar from '#ui/form/save-bar.module.css';
import { useAct } from '#ui/form/use-act.ts';
import { useSaveKeys } from '#ui/form/use-save-keys.ts';
import { useUnsaved } from '#ui/form/use-unsaved.ts';
import { useInterface, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { wordDifferences } from '../list/word-list.rules.ts';
import { listOf, type StagedRows } from '../list/word-rows.rules.ts';
import { useStagedRows } from './use-staged-rows.ts';
import { WordSheet } from './word-sheet.tsx';

interface StagedWordsProps {
  bid: string;
  /** With the changes that a release already has, if any. */
  loaded: StagedRows;
  onClose: () => void;
}

/** The sheet while its changes are collected for a release, which takes them as one. */
export function StagedWords({ bid, loaded, onClose }: StagedWordsProps) {
  const t = useT<BookWords>();
  const act = useAct();
  const { working } = useInterface();
  const { begun, rows, acts, uploads, show, discards } = useStagedRows(bid, loaded);
  const [before, after] = [listOf(begun.rows), listOf(rows)];
  const count = wordDifferences(before, after).length;
  const section = useUnsaved<HTMLElement>(count > 0);
  const staged: Staged = { title: t('book.words'), kind: 'words', id: bid, values: { words: after, base: before } };
  const save = () =>
    act(async () => {
      if (!(await stage(staged))) return;
      // Before it closes, so that a change begun at once begins with this one.
      await navigateInPage(pageAddress()).finally(onClose);
    });
  const close = async () => {
    if (count === 0 || (await discards())) onClose();
  };
  // The button that began it has gone with the sheet it was in.
  useEffect(() => section.current?.querySelector('button')?.focus(), [section]);
  useSaveKeys({ saveInto: count > 0 ? save : undefined });
  return (
    <section ref={section}>
      <WordSheet bid={bid} rows={rows} show={show} acts={acts} uploads={uploads} />
      <Inline gap={10} className={bar.bar}>
        <small>
          {begun.release !== undefined && `${t('book.stage_continues', { name: begun.release })} `}
          {t('book.stage_note')}
        </small>
        <Text as="output" tone="warn" last>
          {count > 0 && t('form.unsaved', { count })}
        </Text>
        <Button onClick={() => void close()}>{t('form.discard')}</Button>
        <Button variant="primary" aria-keyshortcuts="Control+Shift+S" disabled={count === 0} onClick={save}>
          {working === null ? t('form.into_release') : t('form.into_named', { name: working })}
        </Button>
      </Inline>
    </section>
  );
}
