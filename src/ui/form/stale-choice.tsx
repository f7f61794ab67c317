import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Inline } from '../kit/layout.tsx';
import type { StoredText } from './use-save-over.ts';

interface StaleChoiceProps {
  of: { theirs: StoredText | null; saveMine: () => void };
  /** Discards the person's own text; without it the only choice is to save over the other. */
  onTheirs?: (theirs: StoredText) => void;
}

/** Shows what somebody else saved and the two choices; nothing typed is lost before one is made. */
export function StaleChoice({ of: { theirs, saveMine }, onTheirs }: StaleChoiceProps) {
  const t = useT();
  if (!theirs) return null;
  return (
    <Inline tight>
      <p>{t('error.stale_now', { text: theirs.text })}</p>
      <Button variant="soft" size="small" onClick={saveMine}>
        {t('error.stale_mine')}
      </Button>
      {onTheirs && (
        <Button size="small" onClick={() => onTheirs(theirs)}>
          {t('error.stale_theirs')}
        </Button>
      )}
    </Inline>
  );
}
