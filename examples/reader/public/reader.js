import { languages, textsIn } from './words.js';

const wanted = new URLSearchParams(location.search).get('lang') ?? localStorage.getItem('lang') ?? navigator.language;
const language = languages.find((one) => wanted.startsWith(one)) ?? 'en';
localStorage.setItem('lang', language);
const t = textsIn(language);
const find = (selector) => document.querySelector(selector);
document.documentElement.lang = language;
find(`nav [lang=${language}]`).ariaCurrent = 'true';
for (const element of document.querySelectorAll('[data-word]')) element.textContent = t[element.dataset.word];

class Html extends String {}
const textOf = (value) =>
  value instanceof Html ? value : String(value ?? '').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** HTML from a template; values are escaped unless they are HTML themselves. */
const html = (parts, ...values) =>
  new Html(String.raw({ raw: parts }, ...values.map((one) => [one].flat().map(textOf).join(''))));

// Where a collection has no text in the reader's language, the English one comes: it is read out as English.
const langOf = (one, name) => one.languages[name]?.replace('jp', 'ja') ?? language;
const text = (one, name) => html`<span lang="${langOf(one, name)}">${one[name]}</span>`;
const cover = ({ cover: picture, title }) =>
  picture ? html`<img class="cover" src="${picture.large}" alt="" />` : html`<span class="cover">${title}</span>`;
const money = (amount, currency) => new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount);
const price = (one) => html`<li>${money(one.discounted_price ?? one.price, one.currency)}</li>`;

const card = (one) => html`
  <a class="card" href="/collection/${one.cid}">
    <span class="fan">${one.books.slice(0, 5).map(cover)}</span>
    <h2>${text(one, 'title')}</h2>
    <p>${text(one, 'summary')}</p>
    <p class="soft">${t.books}: ${one.books.length}</p>
  </a>`;
const line = (one) => html`
  <li><a href="/collection/${one.cid}">${text(one, 'title')}</a> <span class="soft">${text(one, 'summary')}</span></li>`;
const shelved = (one) => html`<li><a href="/book/${one.bid}">${cover(one)} ${one.title}</a></li>`;
const sentence = ({ sentence: said, audio }) => html`
  <p>${said} ${audio ? html`<button data-audio="${audio.url}" aria-label="${t.listen}: ${said}">▶</button>` : ''}</p>`;
const word = (one) => html`<li><h3>${one.word}</h3>${one.sentences.map(sentence)}</li>`;

/** Each page, from the answers that it is sent. */
const pages = {
  home: ({ advertised, collections }) => html`
    <h1>${t.featured}</h1>
    <div class="cards">${advertised.map(card)}</div>
    <h2>${t.all}</h2>
    <ul class="lines">${collections.map(line)}</ul>`,
  // Rich text is cleaned by the office, and the page's policy lets no script in.
  collection: ({ collection }) => html`
    <h1>${text(collection, 'title')}</h1>
    <p class="lead">${text(collection, 'summary')}</p>
    <div lang="${langOf(collection, 'description')}">${new Html(collection.description)}</div>
    <ul class="prices">${collection.prices.map(price)}</ul>
    <h2>${t.books}: ${collection.books.length}</h2>
    <ul class="shelf">${collection.books.map(shelved)}</ul>`,
  book: ({ book }) => html`
    <article>
      <div>${cover(book)}</div>
      <div lang="${book.language}">
        <h1>${book.title}</h1>
        <p class="lead">${book.author}</p>
        <p class="soft">${book.series.title} · ${book.level.title}</p>
        <p>${book.summary}</p>
        <h2 lang="${language}">${t.words}: ${book.words.length}</h2>
        <ul class="words">${book.words.map(word)}</ul>
      </div>
    </article>`,
};

const [, kind = 'home'] = /^\/(book|collection)\/[\w-]{1,64}$/.exec(location.pathname) ?? [];
const needed = kind === 'home' ? ['advertised', 'collections'] : [kind];
const answers = {};

function show(name, answer) {
  answers[name] = answer;
  if (needed.some((each) => answers[each] === undefined)) return;
  const focused = document.activeElement?.getAttribute('href');
  const isGone = Object.values(answers).includes(null);
  find('main').innerHTML = isGone ? html`<h1>${t.gone}</h1>` : pages[kind](answers);
  document.title = `${find('h1').innerText} · ${t.room}`;
  if (focused) find(`main [href="${focused}"]`)?.focus();
}

const tell = (isLive) => find('.live').replaceChildren(isLive ? t.live : t.lost);

// If the connection is lost, the browser connects again, and everything is sent again.
const source = new EventSource(`/live?page=${encodeURIComponent(location.pathname)}&lang=${language}`);
source.onerror = () => tell(false);
source.addEventListener('live', ({ data }) => tell(JSON.parse(data)));
for (const name of needed) source.addEventListener(name, ({ data }) => show(name, JSON.parse(data)));

const player = new Audio();
find('main').addEventListener('click', ({ target }) => {
  if (target.dataset.audio) void Object.assign(player, { src: target.dataset.audio }).play();
});

find('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const body = event.target.elements.code.value.trim();
  const answer = await fetch(`/redeem?lang=${language}`, { method: 'POST', body }).catch(() => undefined);
  const { results, error } = (await answer?.json().catch(() => undefined)) ?? {};
  find('output').innerHTML = results
    ? html`${t.yours} <a href="/collection/${results.cid}">${results.collection}</a>`
    : html`${error?.fields?.code ?? error?.message ?? t.failed}`;
});
