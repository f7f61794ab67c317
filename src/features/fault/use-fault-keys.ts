import { isEnter } from '#client/composition.ts';
import { isKeyTaken } from '#client/taken-keys.ts';
import { pressDeclared, useDeclaredKeys } from '#ui/page/declared-keys.ts';
import { useListener } from '#ui/use-listener.ts';

/** The keys that the acts declare, Ctrl Enter among them. */
export function useFaultKeys(): void {
  useDeclaredKeys();
  useListener('keydown', (event) => {
    const main = document.querySelector('main');
    if ((event.ctrlKey || event.metaKey) && isEnter(event) && main && !isKeyTaken(event.target))
      pressDeclared(main, event);
  });
}
