import { languageIn, nodesIn, type OnixNode, textIn } from '../message/onix-elements.rules.ts';

/** The levels of a title element. */
const ofProduct = '01';
const ofCollection = '02';
const ofSubcollection = '03';

const elementTitle = (element: OnixNode): string =>
  textIn(element, 'TitleText') ||
  [textIn(element, 'TitlePrefix'), textIn(element, 'TitleWithoutPrefix')].filter(Boolean).join(' ');

/** Finds title elements by the types of their titles, those of the first type first. */
function elementsIn(node: OnixNode | undefined): (...types: string[]) => OnixNode[] {
  const details = nodesIn(node, 'TitleDetail').map((detail) => ({ detail, type: textIn(detail, 'TitleType') }));
  return (...types) =>
    types.flatMap((type) => details.flatMap((one) => (one.type === type ? nodesIn(one.detail, 'TitleElement') : [])));
}

/** The first title on a level of the product, else on any. */
function titleOf(elements: readonly OnixNode[]): string {
  const own = elements.filter((element) => textIn(element, 'TitleElementLevel') === ofProduct);
  return [...own, ...elements].map(elementTitle).find(Boolean) ?? '';
}

/** The titles of a product: its own, the English one if that is in another language, and the original one. */
export function titlesOf(descriptive: OnixNode | undefined) {
  const elements = elementsIn(descriptive);
  const english = elements('06', '01', '00').find(
    (element) => (languageIn(element, 'TitleText') ?? languageIn(element, 'TitleWithoutPrefix')) === 'eng',
  );
  const title = titleOf(elements('01', '00', '10', '05'));
  const inEnglish = english ? elementTitle(english) : '';
  return { title, title_en: inEnglish === title ? '' : inEnglish, original_title: titleOf(elements('03')) };
}

// Books outside of any series have these in our catalogue; see the glossary.
export const singleTitles = 'Single titles';
export const allLevels = 'All';

/** The series of a product, and its level there: the subcollection, else its number in the series. */
export function seriesOf(descriptive: OnixNode | undefined): { series: string; level: string } {
  for (const collection of nodesIn(descriptive, 'Collection')) {
    const elements = elementsIn(collection)('01', '00', '02', '10', '05');
    const named = (level: string) =>
      elements
        .filter((element) => textIn(element, 'TitleElementLevel') === level)
        .map(elementTitle)
        .find(Boolean);
    const series = named(ofCollection) ?? elements.map(elementTitle).find(Boolean);
    if (series === undefined) continue;
    return { series, level: named(ofSubcollection) ?? partOf(collection, elements) };
  }
  return { series: '', level: '' };
}

function partOf(collection: OnixNode, elements: readonly OnixNode[]): string {
  const part =
    elements.map((element) => textIn(element, 'PartNumber')).find(Boolean) ??
    nodesIn(collection, 'CollectionSequence').map((one) => textIn(one, 'CollectionSequenceNumber'))[0] ??
    '';
  return /^\d+$/.test(part) ? `Book ${Number(part)}` : part;
}
