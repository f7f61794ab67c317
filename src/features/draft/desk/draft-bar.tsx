import { defaultLocale, locales } from '#kernel/messages/locale.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { ShownDraft } from '../draft.contract.ts';
import type { DraftWords } from '../draft.messages.ts';
import type { MachineDrafts } from './use-machine-drafts.ts';

interface DraftBarProps {
  of: MachineDrafts;
  ids: readonly string[];
  /** Those that wait in texts where nobody has typed. */
  waiting: readonly ShownDraft[];
  onTake: (drafts: readonly ShownDraft[]) => void;
}

/** Above the desk, if a provider is chosen: drafts of what lacks on the page, and all that wait taken at once. */
export function DraftBar({ of, ids, waiting, onTake }: DraftBarProps) {
  const t = useT<DraftWords>();
  if (!of.isOn || ids.length === 0) return null;
  const running = of.all.filter(({ state }) => state === 'running').length;
  const others = locales.filter((one) => one !== defaultLocale);
  return (
    <Inline tight role="group" aria-label={t('draft.setting')}>
      <Button onClick={() => of.request(ids, others)}>{t('draft.request_page')}</Button>
      {waiting.length > 0 && (
        <Button onClick={() => onTake(waiting)}>{t('draft.take_all', { count: waiting.length })}</Button>
      )}
      <Text as="span" tone="soft" size="small" role="status">
        {running > 0 && t('draft.running', { count: running })}
      </Text>
    </Inline>
  );
}
