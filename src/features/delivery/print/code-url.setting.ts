import { type Setting, textSetting } from '#kernel/desk/settings.ts';

// Longer ones make QR codes too fine for a card.
const longest = 200;

const { schema, ...about } = textSetting({
  key: 'code_url',
  group: 'codes',
  initial: '',
  max: longest,
  label: 'code.url_label',
  help: 'code.url_help',
});

const isPattern = (text: string) => /^https?:\/\/\S*\{code\}\S*$/.test(text) && URL.canParse(text);

/** The address at which a code is redeemed, with `{code}` in it; empty if printed codes stand alone. */
export const codeUrl: Setting<string> = {
  ...about,
  schema: schema.refine((text) => text === '' || isPattern(text), 'code.url_rule'),
};

/** What the QR code of a code holds. */
export const qrTextOf = (pattern: string, code: string): string =>
  pattern === '' ? code : pattern.replaceAll('{code}', code);

/** The address beside a QR code, for those who type it: without the code. */
export function shownAddress(pattern: string): string {
  if (pattern === '') return '';
  const { host, pathname } = new URL(pattern.replaceAll('{code}', ''));
  return `${host}${pathname}`.replace(/\/+$/, '');
}
