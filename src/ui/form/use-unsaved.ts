import { useEffect, useRef } from 'react';

/** Elements with unsaved input. A dialog asks before it closes over one; leaving the page asks for any. */
const unsaved = new Set<Element>();

export function hasUnsavedWords(within: Element): boolean {
  return [...unsaved].some((element) => within.contains(element));
}

/** The input inside has been saved: no more questions about it. */
export function forgetUnsaved(within: Element): void {
  for (const element of unsaved) if (within.contains(element)) unsaved.delete(element);
}

/** Marks the element of the returned ref as having unsaved input while `dirty`. */
export function useUnsaved<E extends Element>(dirty: boolean) {
  const ref = useRef<E>(null);
  useEffect(() => {
    const element = ref.current;
    if (!dirty || !element) return;
    const stay = (event: BeforeUnloadEvent) => unsaved.has(element) && event.preventDefault();
    unsaved.add(element);
    addEventListener('beforeunload', stay);
    return () => {
      unsaved.delete(element);
      removeEventListener('beforeunload', stay);
    };
  }, [dirty]);
  return ref;
}
