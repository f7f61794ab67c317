import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { isEnter } from '#client/composition.ts';
import { hasMoved } from '#client/resting-mouse.ts';
import { fold } from '#kernel/text/text-forms.rules.ts';
import { useT } from '../interface.tsx';
import { BareInput } from '../kit/bare-field.tsx';
import { Text } from '../kit/text.tsx';
import { isEnterAlone } from '../kit/pick-on-enter.ts';
import { enterText } from './enter-text.ts';
import { positionBelow } from './position-below.ts';
import type { Choice } from './record-values.rules.ts';
import styles from './suggest-input.module.css';

interface SuggestInputProps extends Omit<ComponentProps<'input'>, 'ref' | 'list' | 'role'> {
  ref?: RefObject<HTMLInputElement | null>;
  /** What is offered. */
  choices: readonly Choice[];
  /** The server has matched them already; otherwise those that contain what is typed are shown. */
  areFound?: boolean;
  /** Called with what was picked; without it, its label is entered as if it was typed. */
  onPick?: (choice: Choice) => void;
}

// The others are found by typing.
const shownLimit = 50;

/** A text field that offers texts below it, picked with the pointer or the arrow keys; anything else can be typed too. */
export function SuggestInput({ ref, choices, areFound = false, onPick, onKeyDown, ...passed }: SuggestInputProps) {
  const t = useT();
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [current, setCurrent] = useState<number | null>(null);
  const matching = areFound ? choices : containing(choices, typed);
  const shown = matching.slice(0, shownLimit);
  const isShown = isOpen && shown.length > 0;
  const index = current === null ? null : Math.min(current, shown.length - 1);
  const open = (text: string) => {
    setTyped(text);
    setCurrent(null);
    setOpen(true);
  };
  const pick = (choice: Choice) => {
    if (onPick) onPick(choice);
    else if (input.current) enterText(input.current, choice.label);
    // Last: what is entered opens it.
    setOpen(false);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = index === null ? undefined : shown[index];
    if (step !== undefined) {
      event.preventDefault();
      if (!isShown) return open(event.currentTarget.value);
      setCurrent(((index ?? (step > 0 ? -1 : 0)) + step + shown.length) % shown.length);
    } else if (isShown && chosen && isEnterAlone(event)) {
      event.preventDefault();
      pick(chosen);
    } else if (isShown && event.key === 'Escape') {
      // Not what is around it.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else {
      // With several left, it shows them.
      if (isEnter(event)) setOpen(!event.currentTarget.validity.valid);
      onKeyDown?.(event);
    }
  };
  return (
    <>
      <BareInput
        {...passed}
        ref={input}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isShown && index !== null ? `${id}-${index}` : undefined}
        autoComplete="off"
        data-mantine-stop-propagation={isShown || undefined}
        onInput={(event) => {
          open(event.currentTarget.value);
          passed.onInput?.(event);
        }}
        onClick={(event) => {
          open(event.currentTarget.value);
          passed.onClick?.(event);
        }}
        onBlur={(event) => {
          setOpen(false);
          passed.onBlur?.(event);
        }}
        onKeyDown={press}
      />
      {isShown && (
        <Suggestions anchor={input}>
          <ul id={id} className={styles.list} role="listbox" aria-label={passed['aria-label']}>
            {shown.map((choice, nth) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
              <li
                key={choice.value}
                id={`${id}-${nth}`}
                role="option"
                aria-selected={nth === index}
                onMouseMove={(event) => hasMoved(event) && nth !== index && setCurrent(nth)}
                onClick={() => pick(choice)}
              >
                {choice.label}
              </li>
            ))}
          </ul>
          {matching.length > shown.length && (
            <Text tone="soft" size="small">
              {t('select.more', { count: matching.length - shown.length })}
            </Text>
          )}
        </Suggestions>
      )}
    </>
  );
}

/** Over the page, where nothing around the field cuts it off. */
function Suggestions({ anchor, children }: { anchor: RefObject<HTMLInputElement | null>; children: React.ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const position = () => {
      if (!anchor.current || !panel.current) return;
      panel.current.style.minWidth = `${anchor.current.offsetWidth}px`;
      positionBelow(anchor.current, panel.current);
    };
    panel.current?.showPopover();
    position();
    addEventListener('scroll', position, true);
    addEventListener('resize', position);
    return () => {
      removeEventListener('scroll', position, true);
      removeEventListener('resize', position);
    };
  }, [anchor]);
  // The number of lines may have changed.
  useEffect(() => {
    if (anchor.current && panel.current) positionBelow(anchor.current, panel.current);
    panel.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  return (
    // The field keeps the focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={panel} popover="manual" className={styles.suggestions} onMouseDown={(event) => event.preventDefault()}>
      {children}
    </div>
  );
}

/** The choices that contain a text; all of them if it is one of them, so that another can be picked. */
function containing(choices: readonly Choice[], text: string): readonly Choice[] {
  const folded = fold(text.trim());
  if (choices.some(({ label }) => fold(label) === folded)) return choices;
  return choices.filter(({ label }) => fold(label).includes(folded));
}
