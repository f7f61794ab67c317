import { languageIn, nodesIn, type OnixNode, textIn } from '../message/onix-elements.rules.ts';

/** The levels of a title element. */
const ofProduct = '01';
const ofCollection = '02';
const ofSubcollection = '03';

const elementTitle = (element: OnixNode): string =>
  textIn(element, 'TitleText') || `${textIn(element, 'TitlePrefix')} ${textIn(element, 'TitleWithoutPrefix')}`.trim();

/** The title elements of these types of titles, those of the first type first. */
function elementsIn(node: OnixNode | undefined, types: readonly string[]): OnixNode[] {
  const details = nodesIn(node, 'TitleDetail');
  const found: OnixNode[] = [];
  for (const type of types)
    for (const detail of details)
      if (textIn(detail, 'TitleType') === type) found.push(...nodesIn(detail, 'TitleElement'));
  return found;
}

/** The first title on this level, or on any; '' if there is none. */
function titleOn(elements: readonly OnixNode[], level?: string): string {
  for (const element of elements) {
    if (level !== undefined && textIn(element, 'TitleElementLevel') !== level) continue;
    const title = elementTitle(element);
    if (title !== '') return title;
  }
  return '';
}

const ownTitles = ['01', '00', '10', '05'];
const englishTitles = ['06', '01', '00'];
const originalTitles = ['03'];
const seriesTitles = ['01', '00', '02', '10', '05'];

const productTitle = (elements: readonly OnixNode[]) => titleOn(elements, ofProduct) || titleOn(elements);

/** The titles of a product: its own, the English one if that is in another language, and the original one. */
export function titlesOf(descriptive: OnixNode | undefined) {
  const english = elementsIn(descriptive, englishTitles).find(
    (element) => (languageIn(element, 'TitleText') ?? languageIn(element, 'TitleWithoutPrefix')) === 'eng',
  );
  const title = productTitle(elementsIn(descriptive, ownTitles));
  const inEnglish = english ? elementTitle(english) : '';
  return {
    title,
    title_en: inEnglish === title ? '' : inEnglish,
    original_title: productTitle(elementsIn(descriptive, originalTitles)),
  };
}

// Books outside of any series have these in our catalogue; see the glossary.
export const singleTitles = 'Single titles';
export const allLevels = 'All';

/** The series of a product, and its level there: the subcollection, else its number in the series. */
export function seriesOf(descriptive: OnixNode | undefined): { series: string; level: string } {
  for (const collection of nodesIn(descriptive, 'Collection')) {
    const elements = elementsIn(collection, seriesTitles);
    const series = titleOn(elements, ofCollection) || titleOn(elements);
    if (series !== '') return { series, level: titleOn(elements, ofSubcollection) || partOf(collection, elements) };
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
