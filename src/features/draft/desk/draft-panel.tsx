import { languageTag } from '#kernel/messages/locale.ts';
import { useT } from '#ui/interface.tsx';
import { Button } from '#ui/kit/button.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Note } from '#ui/kit/note.tsx';
import { RichTextView } from '#ui/kit/rich-text.tsx';
import { Text } from '#ui/kit/text.tsx';
import { useListener } from '#ui/use-listener.ts';
import type { ShownDraft } from '../draft.contract.ts';
import type { DraftWords } from '../draft.messages.ts';
import { type DraftOf, providers } from '../draft.rules.ts';
import type { MachineDrafts } from './use-machine-drafts.ts';

interface DraftPanelProps {
  of: MachineDrafts;
  /** The text, and whether it lacks a translation. */
  cell: DraftOf;
  lacks: boolean;
  isRich: boolean;
  onTake: (draft: ShownDraft) => void;
}

/** The machine's draft of a text where nobody has typed: to be taken or dropped; why there is none; or to be requested. */
export function DraftPanel({ of, cell, lacks, isRich, onTake }: DraftPanelProps) {
  const t = useT<DraftWords>();
  const draft = of.of(cell);
  const waiting = draft?.state === 'waiting' ? draft : undefined;
  useListener('keydown', (event) => {
    if (!waiting || !event.altKey || event.ctrlKey || event.code !== 'KeyM') return;
    event.preventDefault();
    onTake(waiting);
  });
  if (!of.isOn) return null;
  const request = () => of.request([cell.id], [cell.locale]);
  if (draft?.state === 'running') return <Text tone="soft">{t('draft.running', { count: 1 })}</Text>;
  if (draft?.state === 'refused')
    return (
      <Note tone="warn" title={t('draft.none')}>
        <Text>{draft.problem}</Text>
        <Button variant="quiet" onClick={request}>
          {t('draft.request_one')}
        </Button>
      </Note>
    );
  if (waiting)
    return (
      <Note tone="done" title={t('draft.by', { provider: nameOf(waiting.provider) })}>
        {isRich ? (
          <div lang={languageTag(cell.locale)}>
            <RichTextView html={waiting.text ?? ''} />
          </div>
        ) : (
          <Text typed lang={languageTag(cell.locale)}>
            {waiting.text}
          </Text>
        )}
        <Inline tight>
          <Button variant="quiet" title="Alt M" onClick={() => onTake(waiting)}>
            {t('draft.take')} <kbd>Alt M</kbd>
          </Button>
          <Button variant="quiet" onClick={() => of.drop(waiting)}>
            {t('draft.drop')}
          </Button>
        </Inline>
      </Note>
    );
  return lacks ? (
    <Button variant="quiet" onClick={request}>
      {t('draft.request_one')}
    </Button>
  ) : null;

  function nameOf(name: string): string {
    const known = providers.find((one) => one === name);
    return known ? t(`draft.provider_${known}`) : name;
  }
}
