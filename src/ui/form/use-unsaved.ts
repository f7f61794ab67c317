import { useEffect, useRef } from 'react';

/** The question asked before unsaved input would be lost. */
interface LeaveWords {
  title: string;
  body: string;
}

/** Elements with unsaved input. A dialog asks before it closes over one; leaving the page asks if there are any. */
const unsaved = new Map<Element, LeaveWords | undefined>();

/** Whether unsaved input inside would be lost, and the question to ask if not the default. */
export function unsavedIn(within: Element): { words: LeaveWords | undefined } | null {
  const found = [...unsaved].find(([element]) => within.contains(element));
  return found ? { words: found[1] } : null;
}

/** The input inside has been saved: stop asking about it. */
export function forgetUnsaved(within: Element): void {
  for (const element of unsaved.keys()) if (within.contains(element)) unsaved.delete(element);
}

/** Marks the element of the returned ref as having unsaved input while `dirty`. */
export function useUnsaved<E extends Element>(dirty: boolean, words?: LeaveWords) {
  const ref = useRef<E>(null);
  const { title, body } = words ?? {};
  useEffect(() => {
    const element = ref.current;
    if (!dirty || !element) return;
    const stay = (event: BeforeUnloadEvent) => unsaved.has(element) && event.preventDefault();
    unsaved.set(element, title === undefined || body === undefined ? undefined : { title, body });
    addEventListener('beforeunload', stay);
    return () => {
      unsaved.delete(element);
      removeEventListener('beforeunload', stay);
    };
  }, [dirty, title, body]);
  return ref;
}
