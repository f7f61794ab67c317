/** How the check of a book's EPUB ended; `none` if the book has no EPUB. */
export const epubStates = ['none', 'waiting', 'passed', 'warnings', 'failed'] as const;
export type EpubState = (typeof epubStates)[number];

export const severities = ['fatal', 'error', 'warning', 'info'] as const;
type Severity = (typeof severities)[number];

/** Something that a checker says of an EPUB. `path` and `line` are where in it, if that is known. */
export interface EpubMessage {
  severity: Severity;
  /** As in the official checker: `RSC-001`. */
  id: string;
  /** What the checker says, in English. */
  text: string;
  path: string | null;
  line: number | null;
}

/** The most messages that a report holds. */
const maxMessages = 1000;
const maxText = 600;

/** The messages in the order of a report, the worst first, and how many more there were. */
export function reportOf(messages: readonly EpubMessage[]): { messages: EpubMessage[]; leftOut: number } {
  const inOrder = messages.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  return {
    messages: inOrder.slice(0, maxMessages).map((one) => ({ ...one, text: one.text.slice(0, maxText) })),
    leftOut: Math.max(0, messages.length - maxMessages),
  };
}

/** The state that messages amount to. */
export function stateOf(messages: readonly EpubMessage[]): Exclude<EpubState, 'none' | 'waiting'> {
  if (messages.some(({ severity }) => severity === 'fatal' || severity === 'error')) return 'failed';
  return messages.some(({ severity }) => severity === 'warning') ? 'warnings' : 'passed';
}

/** The id of the message of a check that ended without a result. */
export const stoppedId = 'CHECK-STOPPED';

/** What the previous file had and this one no longer has. Lines shift with any change, so they are not compared. */
export function mendedOf(previous: readonly EpubMessage[], now: readonly EpubMessage[]): EpubMessage[] {
  const counts = new Map<string, number>();
  for (const one of now) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return previous.filter((one) => {
    const left = counts.get(keyOf(one)) ?? 0;
    if (left > 0) counts.set(keyOf(one), left - 1);
    return left === 0;
  });
}

const keyOf = ({ id, text, path }: EpubMessage) => `${id}\n${path ?? ''}\n${text}`;

/** A plain sentence for each kind of problem: the end of a message key. */
const plainById: Readonly<Record<string, PlainKind>> = {
  'RSC-001': 'missing_file',
  'RSC-007': 'missing_file',
  'RSC-008': 'undeclared_file',
  'OPF-003': 'undeclared_file',
  'RSC-006': 'remote_file',
  'RSC-031': 'remote_file',
  'RSC-010': 'broken_link',
  'RSC-011': 'broken_link',
  'RSC-012': 'broken_link',
  'RSC-014': 'broken_link',
  'RSC-016': 'unreadable_xml',
  'RSC-005': 'markup',
  'OPF-014': 'undeclared_property',
  'OPF-015': 'undeclared_property',
  'CHECK-TIME': 'check_time',
  'CHECK-SIZE': 'check_size',
  [stoppedId]: 'check_stopped',
};
const plainByGroup: Readonly<Record<string, PlainKind>> = {
  PKG: 'package_file',
  OPF: 'package_document',
  RSC: 'resources',
  HTM: 'pages',
  CSS: 'styles',
  NAV: 'contents',
  NCX: 'contents',
  MED: 'media',
  ACC: 'accessibility',
  SCP: 'scripts',
};

type PlainKind =
  | 'missing_file'
  | 'undeclared_file'
  | 'remote_file'
  | 'broken_link'
  | 'unreadable_xml'
  | 'markup'
  | 'undeclared_property'
  | 'check_time'
  | 'check_size'
  | 'check_stopped'
  | 'package_file'
  | 'package_document'
  | 'resources'
  | 'pages'
  | 'styles'
  | 'contents'
  | 'media'
  | 'accessibility'
  | 'scripts'
  | 'other';

/** Which plain sentence describes a message. */
const plainKindOf = ({ id }: EpubMessage): PlainKind =>
  plainById[id] ?? plainByGroup[id.split(/[-_]/, 1)[0] ?? ''] ?? 'other';

/** Messages under their plain sentences, in the order of a report. */
export function inPlainGroups(messages: readonly EpubMessage[]): { kind: PlainKind; messages: EpubMessage[] }[] {
  const groups = new Map<PlainKind, EpubMessage[]>();
  for (const one of messages) {
    const kind = plainKindOf(one);
    groups.set(kind, [...(groups.get(kind) ?? []), one]);
  }
  return [...groups].map(([kind, of]) => ({ kind, messages: of }));
}
