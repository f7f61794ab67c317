import { nodesIn, type OnixNode, textIn, textsIn } from '../message/onix-elements.rules.ts';

const illustrators = new Set(['A12', 'A13', 'A35']);
const narrators = new Set(['E03', 'E07']);

/** The field that names the people of a role; undefined for roles that no field has. */
export function fieldOfRole(role: string): 'author' | 'illustrator' | 'narrator' | undefined {
  if (illustrators.has(role)) return 'illustrator';
  if (narrators.has(role)) return 'narrator';
  return role.startsWith('A') && role !== 'A36' ? 'author' : undefined;
}

/** The people of a product by field, in their sequence; editors stand for authors where there are none. */
export function peopleOf(descriptive: OnixNode | undefined) {
  const sequence = (contributor: OnixNode) => Number(textIn(contributor, 'SequenceNumber') || Number.MAX_SAFE_INTEGER);
  const contributors = nodesIn(descriptive, 'Contributor').toSorted((a, b) => sequence(a) - sequence(b));
  const named = (has: (role: string) => boolean) => {
    const names = contributors.filter((one) => textsIn(one, 'ContributorRole').some(has)).map(nameOf);
    return [...new Set(names.filter(Boolean))].join(', ');
  };
  return {
    author: named((role) => fieldOfRole(role) === 'author') || named((role) => role.startsWith('B')),
    illustrator: named((role) => fieldOfRole(role) === 'illustrator'),
    narrator: named((role) => fieldOfRole(role) === 'narrator'),
  };
}

const parts = ['NamesBeforeKey', 'PrefixToKey', 'KeyNames', 'NamesAfterKey', 'SuffixToKey'];

function nameOf(contributor: OnixNode): string {
  const whole = textIn(contributor, 'PersonName');
  if (whole) return whole;
  if (textIn(contributor, 'KeyNames'))
    return parts
      .map((part) => textIn(contributor, part))
      .filter(Boolean)
      .join(' ');
  const inverted = textIn(contributor, 'PersonNameInverted');
  return inverted
    ? upright(inverted)
    : textIn(contributor, 'CorporateName') || textIn(contributor, 'CorporateNameInverted');
}

const upright = (inverted: string): string => {
  const [key = '', ...before] = inverted.split(/\s*,\s*/);
  return [...before, key].filter(Boolean).join(' ');
};
