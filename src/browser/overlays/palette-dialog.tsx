import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { goTo } from '#client/office-path.ts';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#ui/interface.tsx';
import { BareInput } from '#ui/kit/bare-field.tsx';
import { BareDialog } from '#ui/kit/dialog.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import { isEnter } from '../../client/composition.ts';
import { openFragment } from '../../client/dialogs.ts';
import { withPageLanguage } from '../../client/language.ts';
import { type RecordAct, rememberRecord } from '../../client/recent.ts';
import { PaletteActs } from './palette-acts.tsx';
import { PaletteCard } from './palette-card.tsx';
import styles from './palette-dialog.module.css';
import { type Entry, groupsFor } from './palette-entries.ts';
import { EntryOption } from './palette-option.tsx';
import { useFoundRecords } from './use-found-records.ts';

interface PaletteProps {
  onClose: () => Promise<void>;
}

export function PaletteDialog({ onClose }: PaletteProps) {
  const t = useT();
  return (
    <BareDialog label={t('shell.palette')} className={styles.palette} onClose={() => void onClose()}>
      <Palette onClose={onClose} />
    </BareDialog>
  );
}

/** Finds screens and actions immediately and records as the user types; works entirely by keyboard. */
function Palette({ onClose }: PaletteProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  // Null is the card or, without one, the first entry.
  const [chosen, setChosen] = useState<number | null>(null);
  // The chosen act of the current result, while its acts are shown.
  const [act, setAct] = useState<number | null>(null);
  const found = useFoundRecords(text.trim());
  const words = text.trim().split(/\s+/);
  const groups = groupsFor(t, text.trim(), found ?? { records: [], near: false });
  const entries = groups.flatMap((group) => group.entries);
  const cardUrl = found?.card ?? null;
  const isOnCard = cardUrl !== null && chosen === null;
  const current = isOnCard ? -1 : Math.max(0, Math.min(chosen ?? 0, entries.length - 1));
  // At once: what is typed next belongs to it.
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    document.getElementById(`palette-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const acts = entries[current]?.record?.acts ?? [];
  const shownAct = act === null ? undefined : acts[Math.min(act, acts.length - 1)];
  const choose = (index: number | null) => {
    setChosen(index);
    setAct(null);
  };
  const keys = (event: KeyboardEvent) => {
    if (actKeys(event)) return event.preventDefault();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      move(step);
    }
    const entry = entries[Math.max(0, current)];
    const main = isOnCard ? card.current?.querySelector<HTMLElement>('[data-main]') : null;
    if (isEnter(event) && main) main.click();
    else if (isEnter(event) && entry) void open(entry);
  };
  /**
   * Tab opens the acts of a result; arrows go from one to the next, a digit or Enter does one, Esc closes them. Alt with a
   * digit does one at once.
   */
  const actKeys = (event: KeyboardEvent): boolean => {
    const { key, code, shiftKey, altKey } = event;
    const atOnce = altKey ? acts[Number(/^Digit(\d)$/.exec(code)?.[1] ?? 0) - 1] : undefined;
    if (atOnce) {
      void perform(atOnce);
      return true;
    }
    if (key === 'Tab' && !shiftKey && act === null && acts.length > 0) {
      setAct(0);
      return true;
    }
    if (!shownAct) return false;
    const at = acts.indexOf(shownAct);
    const step = { ArrowRight: 1, Tab: shiftKey ? -1 : 1, ArrowLeft: -1 }[key];
    const wanted = isEnter(event) ? shownAct : acts[Number(key) - 1];
    if (step !== undefined) setAct((at + step + acts.length) % acts.length);
    else if (key === 'Escape') setAct(null);
    else if (wanted) void perform(wanted);
    else return false;
    return true;
  };
  const perform = async ({ href, dialog: inDialog }: RecordAct) => {
    await onClose();
    if (inDialog) void openFragment(href);
    else goTo(withPageLanguage(href));
  };
  /** From entry to entry; down from the field is the card, if there is one, and up from the first entry the field. */
  const move = (step: number) => {
    const shown = card.current?.querySelector<HTMLElement>('[tabindex]');
    if (isOnCard && step > 0 && shown) shown.focus();
    else if (cardUrl !== null && current + step < 0) choose(null);
    else if (entries.length > 0) choose((current + step + entries.length) % entries.length);
  };
  const leaveCard = (step: number) => {
    input.current?.focus();
    choose(step > 0 && entries.length > 0 ? 0 : null);
  };
  const open = async (entry: Entry) => {
    if (entry.record) rememberRecord(entry.record);
    await onClose();
    if (entry.href === undefined) entry.press?.();
    else goTo(withPageLanguage(entry.href));
  };
  const said =
    found === null ? t('common.loading') : (found.problem ?? (isNothing(entries, cardUrl) ? t('palette.empty') : null));
  return (
    <Stack gap={0} className={styles.box}>
      <Inline whole gap={10} tone="soft" className={styles.head}>
        <Icon name="search" />
        <BareInput
          ref={input}
          data-autofocus
          className={styles.input}
          placeholder={t('palette.placeholder')}
          aria-label={t('palette.placeholder')}
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={
            shownAct
              ? `palette-act-${acts.indexOf(shownAct)}`
              : current >= 0 && entries.length > 0
                ? `palette-${current}`
                : undefined
          }
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            choose(null);
          }}
          onKeyDown={keys}
        />
        <kbd aria-hidden="true">Esc</kbd>
      </Inline>
      <div className={styles.found}>
        {cardUrl !== null && <PaletteCard key={cardUrl} ref={card} url={cardUrl} onLeave={leaveCard} />}
        <div id="palette-list" role="listbox" aria-label={t('shell.palette')} className={styles.list}>
          {groups.map(({ heading, entries: own }) => (
            <div key={heading ?? ''} role="group" aria-label={heading ?? t('shell.palette')}>
              {heading !== undefined && (
                <Text tone="soft" size="fine" pad="8px 10px 2px" aria-hidden="true">
                  {heading}
                </Text>
              )}
              {own.map((entry) => (
                <Fragment key={`${entry.href ?? ''} ${entry.label}`}>
                  <EntryOption
                    id={`palette-${entries.indexOf(entry)}`}
                    entry={entry}
                    words={found?.near ? [] : words}
                    isChosen={entry === entries[current] && !shownAct}
                    onPoint={() => entry !== entries[current] && choose(entries.indexOf(entry))}
                    onOpen={() => void open(entry)}
                  />
                  {shownAct && entry === entries[current] && (
                    <PaletteActs of={entry.label} acts={acts} chosen={shownAct} onDo={(one) => void perform(one)} />
                  )}
                </Fragment>
              ))}
            </div>
          ))}
        </div>
      </div>
      <Inline as="p" gap="4px 16px" tone="soft" size="fine" className={styles.hint} role="status">
        {said ?? <Keys hasActs={acts.length > 0} />}
      </Inline>
    </Stack>
  );
}

const isNothing = (entries: readonly Entry[], cardUrl: string | null) => entries.length === 0 && cardUrl === null;

/** What the keys do. */
function Keys({ hasActs }: { hasActs: boolean }) {
  const t = useT();
  const keys = [
    ['↑ ↓', t('palette.key_choose')],
    ['Enter', t('palette.key_open')],
    ...(hasActs ? [['Tab', t('palette.key_acts')]] : []),
    ['Esc', t('palette.key_close')],
  ];
  return keys.map(([key, what]) => (
    <span key={key}>
      <kbd>{key}</kbd> {what}
    </span>
  ));
}
