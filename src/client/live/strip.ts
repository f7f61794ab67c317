import { languageTag } from '#kernel/messages/locale.ts';
import { pageInterface } from '../page-interface.ts';
import styles from './strip.module.css';

/** One notice over the page: a text, and an optional action. */
interface Notice {
  text: string;
  act?: { label: string; run: () => void } | undefined;
  /** Disappears after some seconds. */
  passes?: boolean;
}

const passesMs = 8000;

const notices = new Map<string, HTMLElement>();
let strip: HTMLElement | undefined;

/** Shows a notice at the edge of the page, replacing any earlier one with the same key; nothing on the page moves. */
export function say(about: string, { text, act, passes }: Notice): void {
  const before = notices.get(about);
  const said = [text, act?.label].join(' ');
  if (before?.dataset['said'] === said) return;
  before?.remove();
  const notice = document.createElement('p');
  notice.className = styles['line'] ?? '';
  notice.dataset['said'] = said;
  notice.append(text);
  if (act) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = styles['act'] ?? '';
    button.textContent = act.label;
    button.addEventListener('click', () => {
      unsay(about);
      act.run();
    });
    notice.append(' ', button);
  }
  notices.set(about, notice);
  strip ??= makeStrip();
  strip.append(notice);
  if (passes) setTimeout(() => notices.get(about) === notice && unsay(about), passesMs);
}

/** Removes a notice. */
export function unsay(about: string): void {
  notices.get(about)?.remove();
  notices.delete(about);
}

function makeStrip(): HTMLElement {
  const made = document.createElement('aside');
  made.className = styles['strip'] ?? '';
  made.setAttribute('aria-label', pageInterface.text('live.label'));
  made.setAttribute('aria-live', 'polite');
  made.dataset['screenOnly'] = '';
  document.body.append(made);
  return made;
}

/** A time for display: without the date if it is today. Seconds. */
export function whenText(at: number): string {
  const { locale, timeZone } = pageInterface;
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const isToday = day.format(at * 1000) === day.format(Date.now());
  return new Intl.DateTimeFormat(languageTag(locale), {
    timeZone,
    timeStyle: 'short',
    ...(!isToday && { dateStyle: 'medium' }),
  }).format(at * 1000);
}

/** Who made a change, named as in the audit trail. */
export const whoText = (by: string | null): string => by ?? pageInterface.text('live.product');
