/** What the user does on the provider's pages. */
export type Wish = 'consent' | 'cancel';

/**
 * Goes through the provider's own pages like a browser without script, starting at the given URL. Returns the path and
 * query on this site that the provider redirects back to.
 */
export async function visitProvider(start: string, who: string, wish: Wish = 'consent'): Promise<string> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(start);
  let response = await request(start, cookies);
  for (let page = 0; page < 10; page++) {
    const location = response.headers.get('location');
    const url = new URL(location ?? response.url, response.url);
    if (url.origin !== origin) return url.pathname + url.search;
    response = location
      ? await request(url.href, cookies)
      : await answerPage(await response.text(), url, cookies, who, wish);
  }
  throw new Error('The provider asks for ever.');
}

/** Submits the form of a page, or follows its cancel link. */
async function answerPage(html: string, url: URL, cookies: Map<string, string>, who: string, wish: Wish) {
  const [, form] = /<form[^>]* action="([^"]+)"/.exec(html) ?? [];
  const [, out] = /href="([^"]+\/abort)"/.exec(html) ?? [];
  if (!form || !out) throw new Error(`The provider says: ${html}`);
  if (wish === 'cancel') return request(new URL(out, url).href, cookies);
  const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(html) ?? [];
  const body = new URLSearchParams({ prompt, login: who, password: 'any' });
  return request(new URL(form, url).href, cookies, { method: 'POST', body });
}

async function request(url: string, cookies: Map<string, string>, init: RequestInit = {}): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
  for (const set of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    cookies.set(name, value);
  }
  return response;
}
