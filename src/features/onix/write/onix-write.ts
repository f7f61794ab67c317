import { xmlText } from '#kernel/xml/xml-write.ts';
import { type OnixElement, type OnixNode, type OnixText, onixElements } from '../message/onix-elements.rules.ts';
import { hasMarkup } from '../read/marked-text.rules.ts';

/** The start of a message up to its first product. */
export const messageHead = ({ sender, sent }: { sender: string; sent: Date }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference">
<Header><Sender><SenderName>${xmlText(sender)}</SenderName></Sender><SentDateTime>${sent.toISOString().replace(/[-:]|\.\d+/g, '')}</SentDateTime></Header>
`;

export const messageEnd = '</ONIXMessage>\n';

/** Without products, a message says so. */
export const noProduct = '<NoProduct/>\n';

/** A composite in the order of the schema, without what the schema does not allow; '' if it lacks what it must have. */
export function writeNode(name: string, node: OnixNode): string {
  const { children = [], needs = [] } = onixElements[name] ?? {};
  const chosen = choose(name, node);
  const written = new Map<string, string>();
  for (const child of children) {
    const values = (chosen[child.name] ?? []).slice(0, child.many ? undefined : 1);
    const text = values.map((value) => writeValue(child.name, value)).join('');
    if (text !== '') written.set(child.name, text);
  }
  if (!needs.every((need) => need.split('|').some((one) => written.has(one)))) return '';
  const inside = name === 'AudienceRange' ? alternating(chosen) : [...written.values()].join('');
  return inside === '' ? '' : `<${name}>${inside}</${name}>`;
}

function writeValue(name: string, value: OnixText | OnixNode): string {
  const element = onixElements[name];
  if (!element) return '';
  if (element.children)
    return typeof value === 'object' && !Array.isArray(value) ? writeNode(name, value as OnixNode) : '';
  const [text, language] = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
  return text === undefined ? '' : writeText(name, element, text, language);
}

// Elements whose language may be named.
const spoken = new Set(['TitleText', 'TitleWithoutPrefix', 'Text']);
const dateFormats: Readonly<Record<number, string>> = { 4: '05', 6: '01', 8: '00' };

function writeText(name: string, { form, marked }: OnixElement, text: string, language?: string): string {
  if (!form?.test(text)) return '';
  if (text === '') return `<${name}/>`;
  const spokenIn = language !== undefined && spoken.has(name) ? ` language="${language}"` : '';
  if (name === 'Date') return `<Date dateformat="${dateFormats[text.length]}">${text}</Date>`;
  // What looks like HTML is marked up as well, or readers would take it for HTML that was escaped.
  if (!marked || !(text.includes('\n') || hasMarkup(text))) return `<${name}${spokenIn}>${xmlText(text)}</${name}>`;
  const paragraphs = text.split(/\n{2,}/).map((one) => `<p>${xmlText(one).replaceAll('\n', '<br/>')}</p>`);
  return `<${name}${spokenIn} textformat="05">${paragraphs.join('')}</${name}>`;
}

/** Of elements that exclude each other, the ones that say most. */
function choose(name: string, node: OnixNode): OnixNode {
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(node).filter(([child]) => !names.includes(child)));
  switch (name) {
    case 'TitleElement':
      if (node['TitleText']) return without('TitlePrefix', 'NoPrefix', 'TitleWithoutPrefix');
      if (!node['TitleWithoutPrefix']) return without('TitlePrefix', 'NoPrefix');
      return node['TitlePrefix'] ? without('NoPrefix') : { ...node, NoPrefix: [''] };
    case 'Contributor':
      return node['PersonName'] || node['PersonNameInverted'] || node['KeyNames']
        ? without('CorporateName', 'CorporateNameInverted', 'UnnamedPersons', ...(node['KeyNames'] ? [] : nameParts))
        : without(...nameParts, ...(node['CorporateName'] || node['CorporateNameInverted'] ? ['UnnamedPersons'] : []));
    case 'DescriptiveDetail':
      return without(node['Contributor'] ? 'NoContributor' : '', node['Collection'] ? 'NoCollection' : '');
    case 'SupplyDetail':
      return node['Price'] ? without('UnpricedItemType') : node;
    case 'Territory':
      return node['CountriesIncluded'] ? without('CountriesExcluded') : node;
    default:
      return node;
  }
}

const nameParts = [
  'TitlesBeforeNames',
  'NamesBeforeKey',
  'PrefixToKey',
  'NamesAfterKey',
  'SuffixToKey',
  'LettersAfterNames',
  'TitlesAfterNames',
];

function alternating(node: OnixNode): string {
  const { AudienceRangeQualifier = [], AudienceRangePrecision = [], AudienceRangeValue = [] } = node;
  const pairs = AudienceRangePrecision.slice(0, 2).map(
    (precision, index) =>
      writeValue('AudienceRangePrecision', precision) +
      writeValue('AudienceRangeValue', AudienceRangeValue[index] ?? ''),
  );
  return (
    AudienceRangeQualifier.slice(0, 1)
      .map((value) => writeValue('AudienceRangeQualifier', value))
      .join('') + pairs.join('')
  );
}
