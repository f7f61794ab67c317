import { isKeyTaken } from '../client/taken-keys.ts';

/** Whether `[` and `]` go by marks on this page: there are some, and the keys do not go from record to record. */
export const hasMarkKeys = (): boolean =>
  document.querySelector('main [data-mark]') !== null &&
  document.querySelector('main :is([aria-keyshortcuts~="["], [aria-keyshortcuts~="]"])') === null;

/** `[` and `]` go to the mark before and after where the person is: what leads to something that is open. */
export function goByMark(): void {
  document.addEventListener('keydown', (event) => {
    const { key, defaultPrevented, target } = event;
    // Some keyboards need Alt for the brackets.
    if ((key !== '[' && key !== ']') || event.metaKey || defaultPrevented || isKeyTaken(target) || !hasMarkKeys())
      return;
    const marks = [...document.querySelectorAll<HTMLElement>('main [data-mark]')].filter((one) =>
      one.checkVisibility(),
    );
    const mark = key === ']' ? markAfter(marks) : markBefore(marks);
    if (!mark) return;
    event.preventDefault();
    mark.focus();
    mark.scrollIntoView({ block: 'nearest' });
  });
}

const follows = (one: Node) =>
  ((document.activeElement ?? document.body).compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

// The page as a whole comes before all of them, and after the last one is the first.
const markAfter = (marks: readonly HTMLElement[]) => marks.find(follows) ?? marks[0];

const markBefore = (marks: readonly HTMLElement[]) =>
  marks.findLast((one) => one !== document.activeElement && !follows(one)) ?? marks.at(-1);
