import { useEffect, useRef } from 'react';

/** Makes a toolbar a single Tab stop; the arrow keys, Home and End move between its buttons. */
export function useOneTabStop<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  useEffect(() => {
    const bar = ref.current;
    if (!bar) return;
    const buttons = () => [...bar.querySelectorAll<HTMLButtonElement>('button')];
    const stopAt = (stop: EventTarget | undefined) => {
      for (const button of buttons()) button.tabIndex = button === stop ? 0 : -1;
    };
    stopAt(buttons()[0]);
    const focus = ({ target }: FocusEvent) => stopAt(target ?? undefined);
    const press = (event: KeyboardEvent) => {
      const usable = buttons().filter((button) => !button.disabled);
      const at = usable.findIndex((button) => button === document.activeElement);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: usable.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      usable.at(to % usable.length)?.focus();
    };
    bar.addEventListener('focusin', focus);
    bar.addEventListener('keydown', press);
    return () => {
      bar.removeEventListener('focusin', focus);
      bar.removeEventListener('keydown', press);
    };
  }, []);
  return ref;
}
