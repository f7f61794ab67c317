import { useT } from '#ui/interface.tsx';
import { State } from '#ui/kit/state.tsx';
import type { WebhookRecord } from './webhook.contract.ts';
import type { WebhookWords } from './webhook.messages.ts';
import type { DeliveryState, WebhookState } from './webhook.rules.ts';

const tones = { active: 'live', retrying: 'warn', stopped: 'warn', paused: undefined } as const;

/** The state of a webhook: a dot and a word. */
export function WebhookStateMark({ state }: { state: WebhookState }) {
  const t = useT<WebhookWords>();
  return <State tone={tones[state]}>{t(`webhook.state_${state}`)}</State>;
}

const deliveryTones = { delivered: 'live', waiting: undefined, failed: 'warn' } as const;

/** The state of a delivery: a dot and a word. */
export function DeliveryStateMark({ state }: { state: DeliveryState }) {
  const t = useT<WebhookWords>();
  return <State tone={deliveryTones[state]}>{t(`webhook.delivery_${state}`)}</State>;
}

type Kind = WebhookRecord['kinds'][number];
type KeyOf<K> = K extends `${infer Area}.${infer Act}` ? `${Area}_${Act}` : never;

/** Texts for what webhooks send. */
export function useWebhookTexts() {
  const t = useT<WebhookWords>();
  const kindText = (kind: string) => {
    // Keys have no dots within their names.
    const name = kind.replace('.', '_') as Exclude<Kind, `${string}.${string}`> | KeyOf<Kind> | 'test';
    return t(`webhook.kind_${name}`);
  };
  return {
    kindText,
    /** The kinds it sends, or one word for all of them. */
    kindsText: ({ kinds }: Pick<WebhookRecord, 'kinds'>, all: number) =>
      kinds.length === all ? t('webhook.all_kinds') : kinds.map(kindText).join(', '),
    changeText: ({ kind, id }: { kind: string; id: string | null }) =>
      kind === 'test' ? kindText(kind) : `${kindText(kind)}: ${id ?? t('webhook.many')}`,
    problemText: (problem: string | null) =>
      problem === null
        ? null
        : t(`webhook.problem_${problem as 'private' | 'timeout' | 'unreachable' | 'refused' | 'secret'}`),
  };
}
