import { languageTag } from '#kernel/messages/locale.ts';
import type { Translate } from '#kernel/messages/messages.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Segment } from './card.contract.ts';
import type { CardWords } from './card.messages.ts';

// Stands in a message for a piece of its own; no text has it.
const mark = /\uE000(\d+)\uE001/;

/** Tells a sentence in pieces: its links and what matters most are marked in the message, wherever a language puts them. */
export class Story {
  readonly say: Translate<CardWords>;
  private readonly ctx: Context;
  private readonly pieces: Segment[] = [];

  constructor(ctx: Context) {
    this.ctx = ctx;
    this.say = ctx.translate<CardWords>();
  }

  link(text: string, href: string): string {
    return this.piece({ text, href, strong: false });
  }

  /** A day in the office's time zone; its year only if it is another than this. */
  day(at: number): string {
    const { locale, timeZone, now } = this.ctx;
    const yearOf = (time: Date) => new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' }).format(time);
    const isThisYear = yearOf(new Date(at * 1000)) === yearOf(now);
    const format: Intl.DateTimeFormatOptions = { timeZone, month: 'short', day: 'numeric' };
    if (!isThisYear) format.year = 'numeric';
    return new Intl.DateTimeFormat(languageTag(locale), format).format(at * 1000);
  }

  /** The last day before an end, in bold. */
  lastDay(end: number): string {
    return this.piece({ text: this.day(end - 1), href: null, strong: true });
  }

  /** The pieces of a sentence that was made with these links and days. */
  segments(sentence: string): Segment[] {
    return sentence
      .split(mark)
      .map((part, index) => (index % 2 === 0 ? { text: part, href: null, strong: false } : this.pieces[Number(part)]))
      .filter((segment) => segment !== undefined && segment.text !== '') as Segment[];
  }

  private piece(segment: Segment): string {
    return `\uE000${this.pieces.push(segment) - 1}\uE001`;
  }
}
