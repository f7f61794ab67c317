import { useT } from '#ui/interface.tsx';
import { State } from '#ui/kit/state.tsx';
import type { ReleaseWords } from '../release.messages.ts';
import type { Status } from '../release.rules.ts';

/** The state of a release: a dot and a word. */
export function ReleaseState({ status }: { status: Status }) {
  const t = useT<ReleaseWords>();
  const tone = status === 'failed' ? 'warn' : status === 'applied' ? 'live' : undefined;
  return <State tone={tone}>{t(`release.status_${status}`)}</State>;
}
