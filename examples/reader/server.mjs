// A website for readers on the portal of the library (docs/portal.md). Its pages never see a key.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
// In a folder of your own: npm install https://office.example/client/portal.tgz, and import it from 'library-portal'.
import { LiveAnswers, Portal, PortalError } from '../../dist/portal/dist/portal-client.js';

const { OFFICE_URL, READ_KEY, REDEEM_KEY, HOST = '127.0.0.1', PORT = '0' } = process.env;

// What a page may leave unread before it is let go; its browser comes back. Bytes.
const mostUnread = 16 << 20;

/** Open pages, by the function that sends to them. */
const pages = new Set();
let isLive = false;
const portal = new Portal({ url: OFFICE_URL, key: READ_KEY, redeemKey: REDEEM_KEY });
const answers = new LiveAnswers(portal);
void answers.follow({
  kinds: ['book', 'series', 'category', 'age_group', 'collection', 'advertised'],
  onState: (isOpen) => {
    isLive = isOpen;
    for (const send of pages) send('live', isLive);
  },
});

/** The calls of the portal behind a page, by the name under which their answers are sent to it. */
function callsOf(page, language) {
  const [, kind, id] = /^\/(book|collection)\/([\w-]{1,64})$/.exec(page) ?? [];
  if (kind === 'book') return { book: `books/${id}` };
  const query = `?language=${language}&fields=title,summary,languages`;
  if (kind === 'collection') return { collection: `collections/${id}${query},description,prices,books` };
  return { advertised: `advertised${query},books`, collections: `collections${query}` };
}

/** Sends what a page shows, and again whenever that changes. */
function live(_request, response, query) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const send = (name, data) => {
    if (response.writableLength > mostUnread) response.destroy();
    else response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  pages.add(send);
  send('live', isLive);
  const calls = Object.entries(callsOf(query.get('page'), languageOf(query)));
  const ends = calls.map(([name, call]) => answers.watch(call, (answer) => send(name, answer)));
  response.on('close', () => {
    pages.delete(send);
    for (const end of ends) end();
  });
}

const languageOf = (query) => /^(es|ja|ko|tr)$/.exec(query.get('lang') ?? '')?.[0] ?? 'en';
const json = { 'content-type': 'application/json' };
const learnerOf = ({ headers }) => /(?:^|; )learner=([\w-]+)/.exec(headers.cookie ?? '')?.[1];

/** Redeems for the learner of this browser. The same code sent twice does nothing twice. */
async function redeem(request, response, query) {
  const learner = learnerOf(request);
  if (!learner) throw new Error('no learner');
  let code = '';
  for await (const text of request.setEncoding('utf8')) code = (code + text).slice(0, 100);
  const language = languageOf(query);
  try {
    const results = await portal.redeem({ code, learner_id: learner }, { language });
    response.writeHead(200, json).end(JSON.stringify({ results }));
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    const { status, message, fields } = error;
    response.writeHead(status || 503, json).end(JSON.stringify({ error: { code: error.code, message, fields } }));
  }
}

const types = { html: 'text/html; charset=utf-8', css: 'text/css', js: 'text/javascript' };

/** A file of `public`; any other address is the page, whose script shows what belongs there. */
async function file(request, response, _query, pathname) {
  const [, name = 'index.html', type = 'html'] = /^\/(\w+\.(css|js))$/.exec(pathname) ?? [];
  response.writeHead(200, {
    'content-type': types[type],
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'self'; img-src http: https:; media-src http: https:",
    // Here a browser is a learner; a real portal knows its learners.
    ...(!learnerOf(request) && { 'set-cookie': `learner=${randomUUID()}; Path=/; HttpOnly; SameSite=Lax` }),
  });
  response.end(await readFile(new URL(`public/${name}`, import.meta.url)));
}

/** Pictures and audio need no key. An office that does not know its public address gives theirs without a host. */
const content = (_request, response, _query, path) => response.writeHead(302, { location: OFFICE_URL + path }).end();

const server = createServer({ keepAlive: true }, async (request, response) => {
  try {
    const { pathname, searchParams } = new URL(request.url, 'http://reader');
    const isCode = request.method === 'POST' && pathname === '/redeem';
    const answer = isCode ? redeem : pathname === '/live' ? live : pathname.startsWith('/contents/') ? content : file;
    await answer(request, response, searchParams, pathname);
  } catch (error) {
    console.error(`${request.method} ${request.url}: ${error.message}`);
    response.destroy();
  }
});
server.listen(Number(PORT), HOST, () => console.log(`The reader is at http://${HOST}:${server.address().port}`));
