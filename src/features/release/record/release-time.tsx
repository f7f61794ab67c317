import { leaveWith, openFragment, reloadWith } from '#client/dialogs.ts';
import { actIn } from '#client/made.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { useWhen } from '../parts/use-when.ts';
import type { ReleaseRow } from '../release.contract.ts';
import type { ReleaseWords } from '../release.messages.ts';
import { isOpen, releaseHref, releaseIn } from '../release.rules.ts';

/** When a release is applied and, while it is open, the button that sets another time. */
export function ReleaseTime({ release }: { release: ReleaseRow }) {
  const t = useT<ReleaseWords>();
  const run = useAct();
  const when = useWhen();
  const copied = useCopied();
  const { rel_idx, apply_at, status, zone } = release;
  const edit = async () => {
    const saved = await openFragment(`/release/update/${rel_idx}`);
    const edited = releaseIn(saved);
    if (edited === rel_idx) reloadWith(t('release.saved'), actIn(saved));
    else if (edited !== null) leaveWith(copied(Number(Object(saved).left_out)), releaseHref(edited), actIn(saved));
  };
  return (
    <Inline as="span" tight>
      {apply_at > 0 && when({ apply_at, zone })}
      {isOpen(status) && (
        <Button variant="link" onClick={() => run(edit, t('release.act_failed'))}>
          {status === 'scheduled' ? t('release.move') : t('release.schedule')}
        </Button>
      )}
    </Inline>
  );
}

/** What is said of a copy, by the number of changes that it lacks. */
export function useCopied(): (without: number) => string {
  const t = useT<ReleaseWords>();
  return (without) => (without > 0 ? t('release.copied_without', { count: without }) : t('release.copied'));
}
