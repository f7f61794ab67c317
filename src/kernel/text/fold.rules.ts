/**
 * Folds text for filtering: lower case, without accents, and with i for the Turkish ı, whose capital is I. Syllables stay
 * whole, so that 가 does not find 각. The database has the same as `strip`.
 */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ı', 'i')
    .normalize('NFC');
