const known =
  'afr alb ara arm aze baq bel ben bos bul bur cat chi cze dan dut eng epo est fin fre geo ger gle glg gre guj heb hin hrv hun ice ind ita jpn kan kaz khm kor lao lat lav lit mac mal mao mar may mlt mon nep nor nob nno pan per pol por rum rus slo slv spa srp swa swe tam tel tha tib tgl tur ukr urd uzb vie wel yid zul';

const byTag: ReadonlyMap<string, string> = new Map(
  known.split(' ').map((code) => [Intl.getCanonicalLocales(code)[0] ?? code, code]),
);

/** The ISO 639-2/B code and country of a language as a book has it: `eng`, `en` or `en-US`; undefined for any other text. */
export function onixLanguage(text: string): { code: string; country: string } | undefined {
  const [, tag = '', country = ''] =
    /^([A-Za-z]{2,3})(?:[-_](?:[A-Za-z]{4}[-_])?([A-Za-z]{2}))?$/.exec(text.trim()) ?? [];
  if (tag === '') return undefined;
  const canonical = Intl.getCanonicalLocales(tag)[0] ?? tag;
  const code = byTag.get(canonical) ?? (tag.length === 3 ? tag.toLowerCase() : undefined);
  return code === undefined ? undefined : { code, country: country.toUpperCase() };
}

/** How a book names a language of a message: its code, or with a country the tag that spreadsheets use. */
export const bookLanguage = (code: string, country: string): string =>
  country === '' || code === '' ? code : `${Intl.getCanonicalLocales(code)[0] ?? code}-${country}`;
