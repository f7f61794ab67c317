import { useT } from '../interface.tsx';
import { Button } from '../kit/button.tsx';
import { Stack } from '../kit/layout.tsx';
import type { Submission } from './use-submit.ts';

/** For a record that somebody has deleted: says what does not come back, and creates it again. */
export function CreateAgain({ of: { again } }: { of: Submission }) {
  const t = useT();
  if (!again) return null;
  return (
    <Stack gap={4} above={4}>
      {again.lost !== undefined && <small>{again.lost}</small>}
      <Button size="small" onClick={again.create}>
        {t('form.create_again')}
      </Button>
    </Stack>
  );
}
