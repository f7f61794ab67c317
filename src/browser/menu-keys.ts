import styles from '#ui/page/side-menu.module.css';
import { isKeyTaken, keyOf } from '../client/taken-keys.ts';

// How long the letter may take after G. Milliseconds.
const letterMs = 1500;

/** G and a letter open a screen of the side menu. */
export function openByLetter(): void {
  let until = 0;
  // Before the keys of a list, one of which the letter may be.
  document.addEventListener('keydown', onKey, { capture: true });

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || isKeyTaken(event.target)) return;
    const key = keyOf(event);
    const isSecond = event.timeStamp < until;
    until = 0;
    if (!isSecond) {
      if (key === 'g' && !event.repeat) until = event.timeStamp + letterMs;
      return;
    }
    const screen =
      /^[a-z]$/.test(key) && document.querySelector<HTMLAnchorElement>(`#side-menu [data-letter="${key}"]`);
    if (!screen) return;
    event.preventDefault();
    event.stopPropagation();
    screen.click();
  }
}

/** Says beside an entry of the side menu, under the pointer or focused, what it is: its label, its count and its keys. */
export function showMenuTips(menu: HTMLElement): void {
  const tip = document.createElement('div');
  tip.popover = 'manual';
  tip.className = styles.tip ?? '';
  tip.ariaHidden = 'true';
  menu.after(tip);
  const show = ({ target }: Event) => {
    const screen = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-icon]') : null;
    if (!screen || menu.matches(':popover-open')) return hide();
    tip.replaceChildren(...wordsOf(screen));
    tip.showPopover();
    const { right, top, height } = screen.getBoundingClientRect();
    tip.style.left = `${right + 8}px`;
    tip.style.top = `${top + (height - tip.offsetHeight) / 2}px`;
  };
  const hide = () => tip.hidePopover();
  menu.addEventListener('pointerover', show);
  menu.addEventListener('focusin', show);
  for (const end of ['pointerleave', 'focusout', 'scroll', 'click']) menu.addEventListener(end, hide);
}

function wordsOf(screen: HTMLAnchorElement): Node[] {
  const text = (selector: string) => screen.querySelector(selector)?.textContent?.trim() ?? '';
  const label = document.createElement('span');
  label.textContent = [text('span'), text('[data-count]')].filter(Boolean).join(' · ');
  const letter = screen.dataset.letter?.toUpperCase();
  const keys = (letter === undefined ? [] : ['G', letter]).map((key) => {
    const one = document.createElement('kbd');
    one.textContent = key;
    return one;
  });
  return [label, ...keys];
}
