/** Folds text for filtering: lower case, without accents. Syllables stay whole, so that 가 does not find 각. */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
