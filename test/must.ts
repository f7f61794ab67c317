import type { Answer } from './app.ts';

/** The results of a call that must succeed. */
export function must({ status, json, body }: Answer) {
  if (status !== 200 || json?.results?.success === false) throw new Error(`${status} ${body.slice(0, 500)}`);
  return json.results;
}
