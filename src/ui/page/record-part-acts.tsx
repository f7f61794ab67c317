import { openFragment } from '#client/dialogs.ts';
import { useFormat } from '../interface.tsx';
import { ButtonLink } from '../kit/button.tsx';
import type { MenuItem } from '../kit/menu.tsx';

interface RecordPartActsProps {
  acts: readonly { label: string; href: `/${string}`; count?: number }[];
  /** What one of them did has to be shown. */
  onDone?: (() => Promise<void>) | undefined;
  /** What they are about, where several parts of a page offer the same. */
  of?: string;
  variant?: 'quiet';
}

/** Actions that other features offer on a record, each in a dialog or, without script, at its own address. */
export function RecordPartActs({ acts, onDone, of, variant }: RecordPartActsProps) {
  const format = useFormat();
  return acts.map(({ label, href, count = 0 }) => (
    <ButtonLink
      key={href}
      href={href}
      variant={variant}
      aria-label={of && [`${label}: ${of}`, count > 0 && format.number(count)].filter(Boolean).join(', ')}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void openFragment(href).then((did) => (did === undefined ? undefined : onDone?.()));
      }}
    >
      {label} {count > 0 ? <small>{format.number(count)}</small> : null}
    </ButtonLink>
  ));
}

/** What other features offer on a record, as entries of its menu: all that has no number to show. */
export const partItems = ({ acts, onDone }: RecordPartActsProps): MenuItem[] =>
  acts
    .filter(({ count }) => count === undefined)
    .map(({ label, href }) => ({
      label,
      act: () => void openFragment(href).then((did) => (did === undefined ? undefined : onDone?.())),
    }));
