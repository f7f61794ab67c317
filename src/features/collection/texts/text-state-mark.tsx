import { useT } from '#ui/interface.tsx';
import { Dot } from '#ui/kit/dot.tsx';
import { Inline } from '#ui/kit/layout.tsx';
import { Text } from '#ui/kit/text.tsx';
import type { CollectionWords } from '../collection.messages.ts';
import type { LocaleState } from './locale-state.rules.ts';

/** The state of a language's texts, as shown in forms and in the language grid. */
type ShownTextState = LocaleState | 'fault';

const tones = {
  empty: { dot: undefined, text: 'soft' },
  begun: { dot: undefined, text: 'soft' },
  complete: { dot: 'live', text: 'soft' },
  outdated: { dot: 'warn', text: 'warn' },
  fault: { dot: 'problem', text: 'problem' },
} as const;

/** A dot and a word for the state. */
export function TextStateMark({ state }: { state: ShownTextState }) {
  const t = useT<CollectionWords>();
  const { dot, text } = tones[state];
  return (
    <Inline as="span" whole gap={6} tone={text} size="fine">
      <Dot tone={dot} hollow={state === 'empty'} />
      <Text as="span" whole>
        {t(`collection.texts_${state}`)}
      </Text>
    </Inline>
  );
}
