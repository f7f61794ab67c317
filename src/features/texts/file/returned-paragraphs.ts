import type { RecordText } from '#kernel/records/record-texts.ts';
import { blocksOf } from '#kernel/text/paragraphs.rules.ts';
import { type FileParagraph, fileParagraphs, type ReturnedParagraph } from './file-paragraphs.ts';
import type { ReadCell, ReadSegment } from './text-file.rules.ts';

/**
 * What a text that came back says of its paragraphs: those that were written anew, or that somebody said are still right, are
 * done. Null if it left as a whole, or if its paragraphs cannot be matched with those that it left with.
 */
export function returnedParagraphs(cell: ReadCell, given: string, text: RecordText): ReturnedParagraph[] | null {
  if (!cell.segments && !cell.states) return null;
  const paragraphs = fileParagraphs(text, cell.locale);
  if (!paragraphs) return null;
  return cell.segments ? ofSegments(cell.segments, paragraphs) : ofStates(cell.states, blocksOf(given), paragraphs);
}

const isDone = ({ state, target }: FileParagraph, html: string, isRight: boolean) =>
  state === 'same' || isRight || html.trim() !== target.trim();

const returned = ({ english, own }: FileParagraph, done: boolean): ReturnedParagraph => ({ english, own, done });

function ofSegments(
  segments: readonly ReadSegment[],
  paragraphs: readonly FileParagraph[],
): ReturnedParagraph[] | null {
  const found: ReturnedParagraph[] = [];
  for (const { english, own, isOlder, html } of segments) {
    const paragraph = paragraphs.find((one) => one.english === english && one.own === own);
    if (!paragraph) return null;
    const [first, ...more] = blocksOf(html);
    if (first === undefined) continue;
    found.push(returned(paragraph, isDone(paragraph, html, !isOlder)));
    found.push(...more.map(() => ({ english: null, own: null, done: true })));
  }
  return found;
}

// What a translator writes behind the number of a paragraph that needs no other words.
const rightWord = /^\s*(\d+)\D*\bright\b/gim;

function ofStates(
  states: ReadCell['states'],
  blocks: readonly string[],
  paragraphs: readonly FileParagraph[],
): ReturnedParagraph[] | null {
  const right = new Set([...(states ?? '').matchAll(rightWord)].map(([, number]) => Number(number)));
  const numbered = paragraphs.map((paragraph, index) => ({ paragraph, isRight: right.has(index + 1) }));
  const written = numbered.filter(({ paragraph }) => paragraph.own !== null);
  const present = numbered.filter(({ paragraph }) => paragraph.state !== 'gone');
  const fitting = [numbered, written, present].filter(({ length }) => length === blocks.length);
  // Of several that fit, the one in which unchanged paragraphs are the same words.
  const isAsItWas = (all: typeof numbered) =>
    all.every(({ paragraph: { state, target } }, index) => state !== 'same' || blocks[index]?.trim() === target.trim());
  const matching = fitting.find(isAsItWas) ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (!matching) return null;
  return matching.map(({ paragraph, isRight }, index) =>
    returned(paragraph, isDone(paragraph, blocks[index] ?? '', isRight)),
  );
}
