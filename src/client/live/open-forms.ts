import type { Editor } from '#kernel/desk/live.contract.ts';
import { randomId } from '#kernel/text/random-id.rules.ts';
import { pageInterface } from '../page-interface.ts';
import { callEditing, editorsIn } from './editing-calls.ts';
import { say, unsay, whenText } from './strip.ts';

/** A record, identified by the kind and id of its changes. */
export interface EditedRecord {
  kind: string;
  id: string;
}

// Heartbeat of a form; after three missed ones the server forgets it. Milliseconds.
const beatMs = 15_000;
// Browsers may delay a hidden page's timers up to this long: a user away for longer is not editing.
const awayMs = 4 * 60_000;

const keyOf = ({ kind, id }: EditedRecord) => `editing ${kind} ${id}`;

/** The forms open in this window, by record. */
const forms = new Map<string, string>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
let hiddenAt = Number.POSITIVE_INFINITY;
document.addEventListener('visibilitychange', () => {
  hiddenAt = document.hidden ? performance.now() : Number.POSITIVE_INFINITY;
});

/**
 * Tells others that a form of this record is open, and shows who else has one open. The returned function ends that.
 */
export function editRecord(record: EditedRecord): () => void {
  const form = randomId();
  const key = keyOf(record);
  const end = () => {
    if (forms.get(key) !== form) return;
    forms.delete(key);
    removeEventListener('pagehide', end);
    void callEditing('DELETE /api/v1/editing', { ...record, form }, { keepalive: true });
    void showEditors(record);
  };
  forms.set(key, form);
  // Sent even while the page is being closed.
  addEventListener('pagehide', end);
  void showEditors(record);
  return end;
}

/** Shows who else is editing the record, for as long as somebody is. */
export async function showEditors(record: EditedRecord): Promise<void> {
  const key = keyOf(record);
  clearTimeout(timers.get(key));
  const form = forms.get(key);
  const isAway = performance.now() - hiddenAt > awayMs;
  const editors = isAway ? [] : await fetchEditors(record, form);
  const [first] = editors;
  if (first) say(key, { text: editors.map(editorText).join(' ') });
  else unsay(key);
  // A concurrent call may have set a timer.
  clearTimeout(timers.get(key));
  if (first || forms.has(key))
    timers.set(
      key,
      setTimeout(() => void showEditors(record), beatMs),
    );
}

const editorText = ({ name, since, own }: Editor) =>
  pageInterface.text(own ? 'live.editing_own' : 'live.editing', { name, time: whenText(since) });

async function fetchEditors(record: EditedRecord, form: string | undefined): Promise<Editor[]> {
  return editorsIn(
    await (form === undefined
      ? callEditing('GET /api/v1/editing', { ...record })
      : callEditing('POST /api/v1/editing', { ...record, form })),
  );
}
