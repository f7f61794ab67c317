import { notify, openFragment } from '#client/dialogs.ts';
import { madeIn } from '#client/made.ts';
import type { ShownAct } from '#kernel/records/record-parts.ts';
import { Icon, isIcon } from '../icon.tsx';
import { useFormat } from '../interface.tsx';
import { ButtonLink } from '../kit/button.tsx';
import { Inline } from '../kit/layout.tsx';
import type { MenuItem } from '../kit/menu.tsx';
import { Unseen } from '../kit/text.tsx';
import { useDeclaredKeys } from './declared-keys.ts';
import { useLiveCounts } from './use-live-counts.ts';

interface RecordPartActsProps {
  acts: readonly Omit<ShownAct, 'isUse'>[];
  /** What one of them did has to be shown. */
  onDone?: (() => Promise<void>) | undefined;
  /** What they are about, where several parts of a page offer the same. */
  of?: string;
  variant?: 'quiet';
  /** In a row: an icon in place of the word, where there is something to count. */
  isShort?: true;
  /** Their keys press them although several parts of the page offer the same: these are those in use. */
  hasKeys?: boolean;
}

/** Actions that other features offer on a record, each in a dialog or, without script, at its own address. */
export function RecordPartActs(props: RecordPartActsProps) {
  const { onDone, of, variant, isShort, hasKeys = of === undefined } = props;
  const acts = useLiveCounts(props.acts);
  useDeclaredKeys(hasKeys && acts.some(({ pressedBy }) => pressedBy !== undefined));
  const format = useFormat();
  const shown = isShort ? acts.filter(({ count = 0 }) => count > 0) : acts;
  const open = async ({ href, done }: ShownAct) => {
    const did = await openFragment(href);
    if (did === undefined) return;
    await onDone?.();
    const undo = madeIn(did)?.undo;
    if (done !== undefined) await notify({ message: done, ...(undo !== undefined && { undo }) });
  };
  return shown.map(({ label, href, count = 0, icon, pressedBy, done }) => (
    <ButtonLink
      key={href}
      href={href}
      variant={variant}
      data-mark={count > 0 || undefined}
      aria-keyshortcuts={hasKeys ? pressedBy : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void open({ label, href, ...(done !== undefined && { done }) });
      }}
    >
      {/* A text, no label: it need not repeat what is seen word for word. */}
      {of && <Unseen>{[`${label}: ${of}`, count > 0 && format.number(count)].filter(Boolean).join(', ')}</Unseen>}
      <Inline as="span" whole gap={6} aria-hidden={of !== undefined || undefined}>
        {isShort && isIcon(icon) ? <Icon name={icon} size={16} /> : label}{' '}
        {count > 0 ? <small>{format.number(count)}</small> : null}
      </Inline>
    </ButtonLink>
  ));
}

/** What other features offer on a record, as entries of its menu: all that has no number to show. */
export const partItems = ({ acts, onDone }: RecordPartActsProps): MenuItem[] =>
  acts
    .filter(({ count }) => count === undefined)
    .map(({ label, href }) => ({
      label,
      href,
      act: () => void openFragment(href).then((did) => (did === undefined ? undefined : onDone?.())),
    }));
