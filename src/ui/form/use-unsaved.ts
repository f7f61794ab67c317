import { useEffect, useRef } from 'react';

/** Elements that hold words not saved yet. A dialog asks before it closes over one; leaving the page asks for any. */
const unsaved = new Set<Element>();

export function hasUnsavedWords(within: Element): boolean {
  return [...unsaved].some((element) => within.contains(element));
}

/** Words inside have been saved: nobody is asked about them any more. */
export function forgetUnsaved(within: Element): void {
  for (const element of unsaved) if (within.contains(element)) unsaved.delete(element);
}

/** Marks the element of the answered ref as holding unsaved words while `dirty`. */
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
