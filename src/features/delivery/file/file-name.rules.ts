import { cleanTitle } from '#kernel/text/text-forms.rules.ts';

// Two names of Korean or Japanese letters, of three bytes each, and the rest of a file's name stay within 255 bytes.
const longest = 34;

/** A text as part of a file name that every system accepts: letters and digits of any language, joined by dashes. */
const part = (text: string): string =>
  Array.from(
    cleanTitle(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'),
  )
    .slice(0, longest)
    .join('')
    .replace(/^-+|-+$/g, '');

/** The name of a file of codes, before its date: whose codes and of which batch, as far as they all share it. */
export function codesTitle({ cust_id = '', batch = '' }: { cust_id?: string; batch?: string }): string {
  return [part(cust_id), part(batch), 'codes'].filter(Boolean).join('-');
}
