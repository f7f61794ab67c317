import { Text } from '#ui/kit/text.tsx';
import { Card } from '#ui/kit/card.tsx';
import type { ImportWords, SheetState } from '#features/import/import-pages.public.ts';
import { useAct } from '#ui/form/use-act.ts';
import { useFormat, useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline, Stack } from '#ui/kit/layout.tsx';
import { RejectedRows } from '../frame/import-actions.tsx';

interface SheetActionsProps {
  importIdx: number;
  sheet: SheetState;
  busy: boolean;
  onApply: () => void;
  onDropRejected: () => void;
  onDiscard: () => Promise<void>;
}

/** The state of the sheet, and the actions on it. */
export function SheetActions({ importIdx, sheet, busy, onApply, onDropRejected, onDiscard }: SheetActionsProps) {
  const t = useT<ImportWords>();
  const format = useFormat();
  const act = useAct();
  const { counts, written } = sheet;
  const wanted = counts.all - counts.rejected - counts.dropped;
  return (
    <Card>
      <Stack gap={10}>
        <p>
          <b>{sheet.file_name}</b>{' '}
          {counts.known > 0 && written === null && t('import.sentences_known', { count: counts.known })}
        </p>
        {written && sheet.applied_by !== null && (
          <p>
            {t('import.sentences_written', written)}{' '}
            {t('import.applied_by', { name: sheet.applied_by, time: format.dateTime(sheet.applied_at) })}
          </p>
        )}
        <Inline tight>
          {written === null && (
            <Button variant="primary" disabled={counts.rejected > 0 || wanted === 0} busy={busy} onClick={onApply}>
              {t('import.sentences_apply', { count: wanted })}
            </Button>
          )}
          {written === null && counts.rejected > 0 && (
            <Button disabled={busy} onClick={onDropRejected}>
              {t('import.drop_rejected', { count: counts.rejected })}
            </Button>
          )}
          {written === null && counts.rejected > 0 && (
            <RejectedRows path={`/api/v1/import/${importIdx}/sentence/rejected`} count={counts.rejected} />
          )}
          <Button variant="quiet" danger disabled={busy} onClick={() => act(onDiscard, t('import.error'))}>
            {t('import.discard')}
          </Button>
        </Inline>
        {counts.rejected > 0 && <Text tone="soft">{t('import.sentences_blocked')}</Text>}
      </Stack>
    </Card>
  );
}
