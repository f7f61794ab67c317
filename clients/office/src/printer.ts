import process from 'node:process';
import { exits } from './failures.ts';
import type { Result } from './command.ts';

// How often a line of progress is written anew. Milliseconds.
const redrawMs = 100;

/**
 * What a command says. Results go to the standard output, everything else to the standard error, so that a program that
 * reads the output gets nothing but the result. Progress is drawn on terminals alone.
 */
export class Printer {
  private readonly isJson: boolean;
  private drawn = 0;
  private drawnAt = 0;
  private onInterrupt: string | undefined;

  constructor({ json }: { json: boolean }) {
    this.isJson = json;
  }

  /** What goes on; replaces what it said before. With a total, also how far it is. */
  progress(what: string, done?: number, total?: number): void {
    if (!process.stderr.isTTY || Date.now() - this.drawnAt < redrawMs) return;
    this.drawnAt = Date.now();
    const share = done === undefined || !total ? '' : ` ${Math.min(100, Math.floor((100 * done) / total))} %`;
    const line = `${what} …${share || (done ? ` ${done}` : '')}`.slice(0, (process.stderr.columns || 80) - 1);
    process.stderr.write(`\r${line.padEnd(this.drawn)}`);
    this.drawn = line.length;
  }

  /** Says something about the work in a line of its own. */
  note(text: string): void {
    this.clear();
    process.stderr.write(`${text}\n`);
  }

  /** Prints what a command answers. */
  result({ json, lines }: Result): void {
    this.clear();
    const text = this.isJson ? JSON.stringify({ ok: true, ...json }, null, 2) : lines.join('\n');
    if (text !== '') process.stdout.write(`${text}\n`);
  }

  /** Prints why a command ended without its result. */
  failure(error: { message: string; code: string; details: object; exit: number }): void {
    this.clear();
    const { message, code, details, exit } = error;
    if (this.isJson)
      process.stdout.write(`${JSON.stringify({ ok: false, exit, error: { code, message, ...details } }, null, 2)}\n`);
    else process.stderr.write(`office: ${message}\n`);
  }

  /** What a person who presses Ctrl-C should know from here on: that the office goes on, and how to follow it. */
  whenInterrupted(text: string | undefined): void {
    this.onInterrupt = text;
  }

  /** Ends the process at Ctrl-C with what {@link whenInterrupted} said. */
  catchInterrupts(): void {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        this.clear();
        process.stderr.write(`office: interrupted. ${this.onInterrupt ?? 'Nothing was begun that goes on.'}\n`);
        process.exit(exits.interrupted);
      });
  }

  private clear(): void {
    if (this.drawn > 0) process.stderr.write(`\r${' '.repeat(this.drawn)}\r`);
    this.drawn = 0;
  }
}
