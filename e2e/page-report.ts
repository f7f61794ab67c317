import type { Page, Request } from '@playwright/test';

// Of one text, in characters: a whole list may be announced.
const longest = 300;

const shown = ['h1', '[role=alert]', '[role=status]', '[role=dialog]'].map((part) => `${part}:visible`).join(', ');

/**
 * Follows a page, and returns what it shows, what it has sent and what it was refused: a log is often all there is of a
 * test that fails once in a hundred runs.
 */
export function reportOf(page: Page): () => Promise<string> {
  const ends = new Map<Request, string>();
  page.on('request', (request) => request.method() !== 'GET' && ends.set(request, 'no answer'));
  page.on('requestfailed', (request) => {
    const problem = request.failure()?.errorText ?? 'failed';
    // Whoever leaves a page takes back what it was still loading.
    if (ends.has(request) || !problem.endsWith('ERR_ABORTED')) ends.set(request, problem);
  });
  page.on('response', (response) => {
    const request = response.request();
    if (ends.has(request) || response.status() >= 400) ends.set(request, String(response.status()));
  });
  return async () => {
    const texts = await page.locator(shown).allInnerTexts();
    const requests = [...ends].map(
      ([request, end]) => `${request.method()} ${new URL(request.url()).pathname}: ${end}`,
    );
    return [
      `${page.url()} shows:`,
      ...texts.map((text) => text.trim().slice(0, longest)).filter(Boolean),
      'Its requests:',
      ...requests,
    ].join('\n');
  };
}
