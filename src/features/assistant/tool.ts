import { z } from 'zod';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import type { AssistantRight, StaffActor } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Rights } from './rights.rules.ts';

/** What fits into a conversation. Characters. */
export const longestAnswer = 200_000;

/** An assistant that calls: its key, and the person for whom it speaks. */
export interface Assistant {
  keyIdx: number;
  name: string;
  rights: Rights;
  person: StaffActor;
  locale: Locale;
}

/** What a tool may use. */
export interface ToolParts {
  kernel: Kernel;
  assistant: Assistant;
  /** Reads within the office on behalf of the person, as every reading call does. */
  read: <T>(act: (ctx: Context) => Promise<T>) => Promise<T>;
  /** Writes about proposals alone. */
  write: <T>(act: (ctx: Context) => Promise<T>) => Promise<T>;
}

/** A tool of assistants. Its texts are written here: nothing that is stored is part of them. */
export interface Tool {
  name: string;
  description: string;
  needs: readonly AssistantRight[];
  input: z.ZodObject;
  /** Refuses what its input does not describe. */
  run: (parts: ToolParts, given: unknown) => Promise<unknown>;
}

interface DeclaredTool<Input extends z.ZodObject> extends Omit<Tool, 'input' | 'run'> {
  input: Input;
  run: (parts: ToolParts, input: z.output<Input>) => Promise<unknown>;
}

/** Declares a tool, its function typed by its input. */
export const tool = <Input extends z.ZodObject>({ run, ...declared }: DeclaredTool<Input>): Tool => ({
  ...declared,
  run: async (parts, given) => {
    const parsed = declared.input.safeParse(given);
    if (!parsed.success)
      throw new CallRefused(400, { code: 'invalid', message: z.prettifyError(parsed.error).slice(0, 2000) });
    return run(parts, parsed.data);
  },
});

/** The refusal of a call that was made for a tool, as the call answered it. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  readonly error: unknown;
  readonly status: number;

  constructor(status: number, error: unknown) {
    super(`answered ${status}`);
    this.status = status;
    this.error = error;
  }
}

/** Makes a call that reads, on behalf of the person; answers its body, or its text if that is no JSON. */
export async function readCall({ kernel, assistant }: ToolParts, url: string | undefined): Promise<unknown> {
  if (url === undefined) throw new AppError(400, 'assistant.params');
  const { status, body, text } = await kernel.replays.make(
    kernel.app,
    { method: 'GET', url, body: null },
    { actor: assistant.person, locale: assistant.locale },
  );
  if (status >= 400) throw new CallRefused(status, body['error'] ?? { code: `status_${status}` });
  return Object.keys(body).length > 0 ? body : text;
}
