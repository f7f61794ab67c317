/** An ID that is to be found in what is stored, and what stands there afterwards. */
export interface Pseudonym {
  id: string;
  /** In place of the ID. */
  name: string;
  /** The references to the ID, and the one in place of them. */
  refs: readonly string[];
  ref: string;
}

// Whatever is shorter, or is only a word or a number of this length, also stands in texts that speak of something else.
const leastMixed = 6;
const leastPlain = 10;

/** Whether a text with this ID in it surely speaks of the learner: else only fields of a learner are searched. */
export function isDistinct(id: string): boolean {
  const length = Array.from(id).length;
  return length >= (/^(\p{L}+|\p{N}+)$/u.test(id) ? leastPlain : leastMixed);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const anyOf = (texts: readonly string[]): string => texts.map(escaped).join('|');

/** The forms in which an ID stands in texts: as it is, in JSON, in JSON within JSON, in an address, in markup. */
function formsOf(id: string): string[] {
  const marked = id.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  const inQuery = new URLSearchParams({ id }).toString().slice('id='.length);
  const forms = [id, inJson(id), inJson(inJson(id)), encodeURIComponent(id.toWellFormed()), inQuery, marked];
  return [...new Set(forms)].toSorted((one, other) => other.length - one.length);
}

// Part of a longer ID, if joined to more of it: kim-12 in kim-123, in kim-12-b and in kim-12@school.example.
const before = String.raw`(?<![\p{L}\p{N}]|[\p{L}\p{N}][-_.@+])`;
const after = String.raw`(?![\p{L}\p{N}]|[-_.@+][\p{L}\p{N}])`;

/** Whether a text names an ID as a word of its own, however short. */
export const namesId = (text: string, id: string): boolean =>
  new RegExp(`${before}(?:${anyOf(formsOf(id))})${after}`, 'u').test(text);

/** Puts a pseudonym in place of an ID. */
export interface Rewriter {
  /** What a stored text that may have the ID contains, one of these. `keys` are those of {@link json}. */
  needles: (keys?: readonly string[]) => string[];
  text: (text: string) => string;
  /** As `text`, for each string in JSON text; values of these keys are IDs, however short. Numbers and order stay as written. */
  json: (json: string, keys?: readonly string[]) => string;
}

const learnerKey = 'learner_id';
const address = '/api/v1/learner/';

/** Finds an ID in texts and JSON, with its references and where it is the value of a field of a learner. */
export function rewriterOf({ id, name, refs, ref }: Pseudonym): Rewriter {
  const forms = formsOf(id);
  const isSure = isDistinct(id);
  const any = anyOf(forms);
  const patterns: [RegExp, string][] = [
    [new RegExp(anyOf(refs), 'gu'), ref],
    [new RegExp(String.raw`(?<=${learnerKey}\\*["']?\s*[:=]\s*\\*["']?)(?:${any})(?=\\*["'&#,;}\s]|$)`, 'gu'), name],
    [new RegExp(String.raw`(?<=${escaped(address)})(?:${any})(?=[/?#"'\s]|$)`, 'gu'), name],
    ...(isSure ? [[new RegExp(`${before}(?:${any})${after}`, 'gu'), name] as [RegExp, string]] : []),
  ];
  const text = (given: string) => patterns.reduce((now, [pattern, by]) => now.replaceAll(pattern, by), given);
  const fields = (key: string) =>
    [id, inJson(id)].flatMap((value) => [
      `"${key}": "${inJson(value)}"`,
      `"${key}":"${inJson(value)}"`,
      `"${key}": ["${inJson(value)}"`,
      inJson(`"${key}":"${value}"`),
    ]);
  const addresses = forms.flatMap((form) => [`${learnerKey}=${form}`, `${address}${form}`]);
  return {
    needles: (keys = []) => [
      ...new Set([...refs, ...(isSure ? forms : [...[learnerKey, ...keys].flatMap(fields), ...addresses])]),
    ],
    text,
    json: (json, keys = []) => {
      const ids = new Set([learnerKey, ...keys]);
      let key = '';
      return json.replaceAll(
        /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/g,
        (token, quoted: string, colon: string | undefined) => {
          const value = JSON.parse(quoted) as string;
          if (colon !== undefined) key = value;
          const is = value === id && colon === undefined && ids.has(key) ? name : text(value);
          return is === value ? token : `${JSON.stringify(is)}${colon ?? ''}`;
        },
      );
    },
  };
}
