import { accountOf } from '#features/approval/approval-proposals.public.ts';
import { findAssistantKey } from '#kernel/auth/api-keys.ts';
import { callerOf, localeOf } from '#kernel/http/caller.ts';
import { AppError } from '#kernel/messages/errors.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import type { FastifyRequest } from 'fastify';
import { assistantMessages } from './assistant.messages.ts';
import { noteUse } from './assistant.store.ts';
import type { ToolParts } from './tool.ts';

/** How many tools one key may use in a minute. */
export const mostPerMinute = 60;

/** Who calls with the key of a request, and for whom. Refused once the person has no rights any more. */
export async function openDoor(kernel: Kernel, request: FastifyRequest): Promise<ToolParts> {
  const { actor } = request;
  if (!actor || !('keyIdx' in actor)) throw new AppError(401, 'error.api_key');
  const { keyIdx } = actor;
  const { work } = kernel;
  const locale = localeOf(request);
  const { key, person } = await work.read(systemCaller(request.id), async (ctx) => {
    const found = await findAssistantKey(ctx, keyIdx);
    return { key: found, person: found?.created_by ? await accountOf(ctx, found.created_by) : undefined };
  });
  if (!key) throw new AppError(401, 'error.api_key');
  if (!person) throw assistantMessages.error(403, 'assistant.person_gone');
  const caller = { ...callerOf(request), actor: person };
  return {
    kernel,
    assistant: { keyIdx, name: key.name, rights: new Set(key.may ?? []), person, locale },
    read: (act) => work.read(caller, act),
    write: (act) => work.write(caller, act),
  };
}

/** Counts a use of a tool, and refuses it beyond the limit of a minute, on whichever instance it is. */
export async function limitUse({ work }: Kernel, requestId: string, keyIdx: number): Promise<void> {
  const { calls, left } = await work.write(systemCaller(requestId), (ctx) => noteUse(ctx, keyIdx));
  if (calls > mostPerMinute) throw new AppError(429, 'error.too_many', undefined, { retryAfter: left });
}
