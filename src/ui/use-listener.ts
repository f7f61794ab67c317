import { useEffectEvent, useLayoutEffect } from 'react';

interface ListenerOptions {
  isOn?: boolean;
  /** Those at the document come before those at the window, which may leave what they have prevented. */
  at?: 'document' | 'window';
}

/**
 * Listens to the whole page from the moment a component is seen, and always with what it shows: a key may be pressed as soon
 * as its name is there, before effects that wait for the browser have run.
 */
export function useListener<Type extends keyof DocumentEventMap>(
  type: Type,
  listen: (event: DocumentEventMap[Type]) => void,
  { isOn = true, at = 'window' }: ListenerOptions = {},
): void {
  const current = useEffectEvent(listen);
  useLayoutEffect(() => {
    if (!isOn) return;
    const target: EventTarget = at === 'document' ? document : window;
    const hear = (event: Event) => current(event as DocumentEventMap[Type]);
    target.addEventListener(type, hear);
    return () => target.removeEventListener(type, hear);
  }, [type, isOn, at]);
}
