import { setTimeout as pause } from 'node:timers/promises';

const { OFFICE_URL, READ_KEY } = process.env;
const kinds = 'book,series,category,age_group,collection,advertised';

// The stream says something every 15 seconds: what is silent for longer is dead. Milliseconds.
const silentMs = 20_000;
// How long to wait after failures; a first one is mostly a line that was cut and is there again. Milliseconds.
const retryMs = 1000;

/** The answers that open pages show, by their call; kept while somebody looks. */
const cached = new Map();
/** The id of the latest change. */
let cursor = '';

const request = (call, headers, signal) =>
  fetch(`${OFFICE_URL}/portal/v1/${call}`, { headers: { authorization: `Bearer ${READ_KEY}`, ...headers }, signal });

/** Calls `show` with the answer to a call now and whenever it changes, until the returned function is called. */
export function watch(call, show) {
  const one = cached.get(call) ?? { call, viewers: new Set() };
  cached.set(call, one);
  one.viewers.add(show);
  if (one.answer !== undefined) show(one.answer);
  else void refresh(one);
  return () => {
    one.viewers.delete(show);
    if (one.viewers.size === 0 && cached.get(call) === one) cached.delete(call);
  };
}

/** Asks again; however many changes come meanwhile, they cause one more request. */
async function refresh(one) {
  one.isDue = true;
  if (one.isPending) return;
  one.isPending = true;
  for (let failures = 0; one.isDue && one.viewers.size > 0; ) {
    one.isDue = false;
    await read(one).catch((error) => {
      console.error(`${one.call}: ${error.message}`);
      one.isDue = true;
      return pause(Math.min(retryMs, 50 * 2 ** failures++));
    });
  }
  one.isPending = false;
}

async function read(one) {
  // The tag: 304 if readers would see the same. The id: how new the answer of a replica has to be.
  const headers = { ...(one.tag && { 'if-none-match': one.tag }), ...(cursor && { 'last-event-id': cursor }) };
  const answer = await request(one.call, headers, AbortSignal.timeout(silentMs));
  const text = await answer.text();
  if (answer.status === 304) return;
  if (answer.status !== 200 && answer.status !== 404) throw new Error(`answered ${answer.status}`);
  one.tag = answer.headers.get('etag');
  one.answer = answer.ok ? JSON.parse(text).results : null;
  for (const show of one.viewers) show(one.answer);
}

/** Follows the changes for good; tells `onLive` when the stream is open, and when it is lost. */
export async function follow(onLive) {
  for (;;) {
    const ended = hear(onLive).catch((error) => console.error(`The stream of changes: ${error.message}`));
    // One that ends at once is not opened again at once.
    await Promise.all([ended.then(() => onLive(false)), pause(retryMs)]);
  }
}

/** Follows one stream to its end. */
async function hear(onLive) {
  const gone = new AbortController();
  const silence = setTimeout(() => gone.abort(), silentMs);
  try {
    const { status, body } = await request(`changes?from=now&kinds=${kinds}`, {}, gone.signal);
    if (status !== 200) throw new Error(`answered ${status}`);
    onLive(true);
    // It starts now: what changed before is found by asking for everything again.
    for (const one of cached.values()) void refresh(one);
    let rest = '';
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      silence.refresh();
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      for (const line of lines) take(line);
    }
  } finally {
    clearTimeout(silence);
    gone.abort();
  }
}

function take(line) {
  if (line.startsWith('id: ')) cursor = line.slice(4);
  const change = line.startsWith('data: ') && JSON.parse(line.slice(6));
  for (const one of cached.values()) if (change && mayShow(one.call, change)) void refresh(one);
}

/** An event names only the record that changed: lists and collections show others too, a book some titles. */
function mayShow(call, { kind, id }) {
  if (!call.startsWith('books/')) return true;
  return kind === 'book' ? id === null || call === `books/${id}` : kind !== 'collection' && kind !== 'advertised';
}
