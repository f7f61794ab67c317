import type { Answer, Office } from './app.ts';

/** The input of a call; `path` fills the parameters of its address in order. */
export interface Given {
  path?: (string | number)[];
  query?: Record<string, string | number>;
  body?: object;
  form?: Record<string, string | Blob>;
  headers?: Record<string, string>;
}

/** Makes one call by its key of openapi.json, `PUT /api/v1/series/{ser_idx}`. */
export type Caller = (key: string, given?: Given) => Promise<Answer>;

/** Sends a call with any input and returns the response. */
export async function send(office: Office, key: string, given: Given): Promise<Answer> {
  const [method = 'GET', address = ''] = key.split(' ');
  const path = [...(given.path ?? [])];
  const query = given.query
    ? `?${new URLSearchParams(Object.entries(given.query).map(([k, v]) => [k, String(v)]))}`
    : '';
  const url = address.replace(/\{\w+\}/g, () => encodeURIComponent(String(path.shift()))) + query;
  // Signing in ends the session that the request came with.
  const person = address.startsWith('/login') ? office.stranger : office.admin;
  if (given.form) {
    const form = new FormData();
    for (const [name, value] of Object.entries(given.form)) form.append(name, value);
    return person.upload(url, form);
  }
  const headers = given.headers ?? {};
  return person.send({ method, url, headers, ...(given.body && { payload: given.body }) });
}

/** A file to upload. */
export const file = (bytes: Uint8Array | string, name: string) =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name);

/** Asks again and again until something holds. */
export async function until(isMet: () => Promise<boolean>): Promise<void> {
  while (!(await isMet())) await new Promise((resolve) => setTimeout(resolve, 50));
}
