import { openFragment } from '#client/dialogs.ts';
import { ButtonLink } from '../kit/button.tsx';

interface RecordPartActsProps {
  acts: readonly { label: string; href: `/${string}` }[];
  /** What one of them did has to be shown. */
  onDone?: (() => Promise<void>) | undefined;
}

/** Actions that other features offer on a record, each in a dialog or, without script, at its own address. */
export function RecordPartActs({ acts, onDone }: RecordPartActsProps) {
  return acts.map(({ label, href }) => (
    <ButtonLink
      key={href}
      href={href}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void openFragment(href).then((did) => (did === undefined ? undefined : onDone?.()));
      }}
    >
      {label}
    </ButtonLink>
  ));
}
