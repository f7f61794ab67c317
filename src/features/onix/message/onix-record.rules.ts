import { byShortTag, isNode, type OnixNode, type OnixText, onixElements } from './onix-elements.rules.ts';

type Value = OnixText | OnixNode;

/**
 * A product as the text that is kept with the row of its import: JSON with short tags, and no list around what occurs
 * once. It is half as long as that of the product itself, and a library keeps one for every book.
 */
export function packed(node: OnixNode): string {
  let members = '';
  for (const name in node) {
    const values = node[name] ?? [];
    members += `${members === '' ? '' : ','}"${onixElements[name]?.short}":${packedValues(values)}`;
  }
  return `{${members}}`;
}

function packedValues(values: readonly Value[]): string {
  const [first] = values;
  // A text with its language is a list itself.
  return values.length === 1 && first !== undefined && !Array.isArray(first)
    ? packedValue(first)
    : `[${values.map(packedValue).join(',')}]`;
}

const packedValue = (value: Value): string => (isNode(value) ? packed(value) : quoted(value));

// Few texts have anything to escape, and a call for each would cost as much as reading it.
const quoted = (value: OnixText): string =>
  typeof value !== 'string' || /["\\\u0000-\u001f\ud800-\udfff]/.test(value) ? JSON.stringify(value) : `"${value}"`;

type Packed = string | { [tag: string]: Packed | Packed[] };

/** The product that was {@link packed}. */
export const unpacked = (text: string): OnixNode => unpackedNode(JSON.parse(text));

const unpackedNode = (node: object): OnixNode =>
  Object.fromEntries(
    Object.entries(node).map(([tag, values]: [string, Packed | Packed[]]) => [
      byShortTag.get(tag) ?? tag,
      [values].flat().map(unpackedValue),
    ]),
  );

const unpackedValue = (value: Packed | Packed[]): Value =>
  typeof value === 'string' || Array.isArray(value) ? (value as OnixText) : unpackedNode(value);

/** The columns of a row that keep a product. */
export interface StoredProduct {
  details_text: string | null;
  /** How a release before kept it. */
  details: { reference: string; product: OnixNode } | null;
}

/** The product that was kept with a row; null if its file was no message. */
export function storedProduct({ details_text: text, details }: StoredProduct): OnixNode | null {
  if (text !== null) return unpacked(text);
  return details && { RecordReference: [details.reference], ...details.product };
}

/** What an import lists instead of doing: links to covers, and products that the sender has withdrawn. */
export const onixLists = ['covers', 'deletions'] as const;
export type OnixListName = (typeof onixLists)[number];
