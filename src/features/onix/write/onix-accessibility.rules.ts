import type { OnixNode } from '../message/onix-elements.rules.ts';

/** What an EPUB says of its accessibility, in the terms of schema.org. */
export interface Accessibility {
  modes: readonly string[];
  features: readonly string[];
  hazards: readonly string[];
  conforms_to: string | readonly string[] | null;
  summary: string | null;
}

// The codes of list 196 for features of schema.org.
const featureCodes: Readonly<Record<string, string>> = {
  tableOfContents: '11',
  index: '12',
  readingOrder: '13',
  alternativeText: '14',
  longDescription: '15',
  longDescriptions: '15',
  MathML: '17',
  'MathML-chemistry': '34',
  latex: '35',
  ChemML: '18',
  pageNavigation: '19',
  printPageNumbers: '19',
  pageBreakMarkers: '19',
  synchronizedAudioText: '20',
  ttsMarkup: '21',
  highContrastDisplay: '26',
  highContrastAudio: '27',
  fullAudioDescription: '28',
  audioDescription: '28',
  structuralNavigation: '29',
  ARIA: '30',
  displayTransformability: '36',
};

// The codes of list 143 for hazards.
const hazardCodes: Readonly<Record<string, string>> = {
  none: '00',
  flashing: '13',
  noFlashingHazard: '14',
  unknownFlashingHazard: '24',
  sound: '15',
  noSoundHazard: '16',
  unknownSoundHazard: '25',
  motionSimulation: '17',
  noMotionSimulationHazard: '18',
  unknownMotionSimulationHazard: '26',
};

const detail = '09';
const hazard = '12';

const feature = (type: string, value: string, description?: string): OnixNode => ({
  ProductFormFeatureType: [type],
  ProductFormFeatureValue: [value],
  ...(description && { ProductFormFeatureDescription: [description] }),
});

/** What a book's content says of its accessibility, as features of its product form; none if it says nothing. */
export function accessibilityFeatures(found: Accessibility | null): OnixNode[] {
  if (!found) return [];
  const { modes, features, hazards, summary } = found;
  const codes = [
    ...conformance([found.conforms_to ?? ''].flat().join(' ')),
    ...features.flatMap((name) => featureCodes[name] ?? []),
    ...(modes.length === 1 && modes[0] === 'textual' ? ['52'] : []),
  ];
  return [
    ...(summary ? [feature(detail, '00', summary)] : []),
    ...[...new Set(codes)].toSorted().map((code) => feature(detail, code)),
    ...[...new Set(hazards.flatMap((name) => hazardCodes[name] ?? []))].map((code) => feature(hazard, code)),
  ];
}

/** The codes of the standards that a statement or the address of one names. */
function conformance(claim: string): string[] {
  const [, version = ''] = /WCAG(?:21|20|22)?\s*-?\s*v?(2\.[012])/i.exec(claim) ?? [];
  const [, level = ''] = /(?:level|wcag)[\s-]*(?:2\.\d[\s-]*)?(?:level[\s-]*)?(A{1,3})\b/i.exec(claim) ?? [];
  const old = /epub\/a11y\/accessibility-2017\d*\.html#wcag-(a{1,2})\b/i.exec(claim)?.[1] ?? '';
  return [
    ...(/EPUB Accessibility 1\.1|epub-a11y-11/i.test(claim) ? ['04'] : []),
    ...(old === '' ? [] : [old.length === 1 ? '02' : '03']),
    ...(version === '' ? [] : [{ '2.0': '80', '2.1': '81', '2.2': '82' }[version] ?? '']),
    ...(level === '' ? [] : [['84', '85', '86'][level.length - 1] ?? '']),
  ].filter((code) => code !== '');
}
