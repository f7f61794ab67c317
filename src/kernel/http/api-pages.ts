import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../messages/errors.ts';
import {
  type ApiDocument,
  type ApiGroupProps,
  type ApiIndexProps,
  groupsOf,
  matchingGroups,
} from './api-calls.rules.ts';
import type { View, Web } from './web.ts';

// Part of the UI kit, which the kernel knows only by name.
const indexView: View<ApiIndexProps> = 'ui/docs/api-index';
const groupView: View<ApiGroupProps> = 'ui/docs/api-group';
const kitView: View<Record<string, never>> = 'ui/docs/kit';

/** Shows openapi.json as pages at /docs, for administrators, and what screens are made of at /docs/kit. */
export function apiPages(app: FastifyInstance, web: Web): void {
  const groups = ({ protocol, host }: FastifyRequest) =>
    groupsOf(app.swagger() as ApiDocument, `${protocol}://${host}`);
  web.page('/docs', {
    view: indexView,
    title: (t) => t('docs.title'),
    query: z.object({ search: z.string().max(200).optional().catch(undefined) }),
    load: ({ request, query: { search = '' } }) => ({
      search,
      groups: matchingGroups(groups(request), search).map(({ name, calls }) => ({
        name,
        calls: calls.map(({ id, method, path, summary }) => ({ id, method, path, summary })),
      })),
    }),
  });
  web.page('/docs/kit', { view: kitView, title: () => 'Kit', load: () => ({}) });
  web.page('/docs/:group', {
    view: groupView,
    title: (t, { group }) => `${t('docs.title')}: ${group.name}`,
    params: z.object({ group: z.string().max(100) }),
    load: ({ request, params }) => {
      const group = groups(request).find(({ name }) => name === params.group);
      if (!group) throw new AppError(404, 'error.not_found');
      return { group };
    },
  });
}
