import { applyPlan, callerId, returnPlan, withdrawPlan } from '#features/approval/approval-proposals.public.ts';
import { originOf } from '#kernel/http/origin.ts';
import { view } from '#kernel/http/web.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { AssistantKeyParams, assistantApi } from './assistant.contract.ts';
import { assistantMessages } from './assistant.messages.ts';
import { limitUse, openDoor } from './assistant.service.ts';
import type AssistantKey from './assistant-key.view.tsx';
import { readAssistantPage } from './assistant-key.read.ts';
import { answerMessage } from './mcp.service.ts';
import { getProposal, planOfProposal, proposalOf, readProposals } from './proposal.read.ts';

const invalidRequest = { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'One message at a time' } };

/** Mounts the door of assistants, and the calls with which people decide on what they propose. */
export function assistantRoutes(kernel: Kernel): void {
  const { api, app, config, web } = kernel;
  api(assistantApi, {
    'POST /mcp': async ({ request, reply, body }) => {
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return reply.code(400).send(invalidRequest);
      const parts = await openDoor(kernel, request);
      if (Object(body).method === 'tools/call') await limitUse(kernel, request.id, parts.assistant.keyIdx);
      const { accept = '', 'mcp-protocol-version': version, 'content-type': type = '' } = request.headers;
      const headers = {
        accept,
        'content-type': type,
        ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
      };
      const sent = new Request(`${originOf(config, app.server)}/mcp`, { method: 'POST', headers });
      const answer = await answerMessage(parts, { request: sent, body }, (error) => request.log.error({ err: error }));
      void reply.code(answer.status);
      const answered = answer.headers.get('content-type');
      if (answered !== null) void reply.header('content-type', answered);
      return reply.send(await answer.text());
    },
    'GET /mcp': ({ reply }) => {
      void reply.header('allow', 'POST');
      throw assistantMessages.error(405, 'assistant.post_only');
    },
    'GET /api/v1/proposal': async ({ ctx, query: { whose, status } }) => ({
      results: { rows: await readProposals(ctx, { status, ...(whose === 'own' && { by: callerId(ctx) }) }) },
    }),
    'GET /api/v1/proposal/:prop_idx': async ({ ctx, params, query }) => {
      const row = await getProposal(ctx, params.prop_idx);
      return { results: { ...proposalOf(row), plan: await planOfProposal(ctx, kernel, row, query) } };
    },
    'POST /api/v1/proposal/:prop_idx/apply': async (call) => {
      await getProposal(call.ctx, call.params.prop_idx);
      return applyPlan(kernel, call, call.params.prop_idx, call.body);
    },
    'POST /api/v1/proposal/:prop_idx/return': async ({ ctx, params, body }) => {
      await getProposal(ctx, params.prop_idx);
      await returnPlan(kernel, ctx, params.prop_idx, body);
    },
    'DELETE /api/v1/proposal/:prop_idx': async ({ ctx, params }) => {
      await getProposal(ctx, params.prop_idx);
      await withdrawPlan(ctx, params.prop_idx);
    },
  });
  web.page('/assistant/:key_idx', {
    view: view<typeof AssistantKey>('assistant/assistant-key'),
    title: (_t, { row }) => row.name,
    params: AssistantKeyParams,
    words: ['apikey'],
    follows: ['approval', 'api_key'],
    load: ({ ctx, params }) => readAssistantPage(ctx, params.key_idx),
  });
}
