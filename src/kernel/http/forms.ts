import type { FastifyRequest } from 'fastify';
import { AppError } from '../messages/errors.ts';
import { maxParameters, requirePlainText } from './plain-text.ts';

const limits = { fields: maxParameters, files: 1, parts: maxParameters };

/**
 * Turns a multipart form without files into the body that the contract checks: a repeated field becomes a list, as in an
 * urlencoded form. Other bodies are left unchanged.
 */
export async function readForm(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return;
  const fields = new Map<string, string[]>();
  try {
    let rest = request.routeOptions.bodyLimit;
    for await (const part of request.parts({ limits: { ...limits, fieldSize: rest } })) {
      if (part.type === 'file')
        throw new AppError(400, 'invalid.file_unexpected', undefined, { field: part.fieldname });
      rest -= part.fieldname.length + String(part.value).length;
      if (part.valueTruncated || rest < 0)
        throw new AppError(413, 'invalid.too_large', undefined, { field: part.fieldname });
      const values = fields.get(part.fieldname);
      if (values) values.push(String(part.value));
      else fields.set(part.fieldname, [String(part.value)]);
    }
  } catch (error) {
    throw formError(error);
  }
  const body = Object.fromEntries([...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
  requirePlainText(body);
  request.body = body;
}

/** A malformed or cut-off form is the sender's fault, whatever the parser calls it. */
export function formError(error: unknown): Error {
  if (error instanceof AppError) return error;
  if (error instanceof Error && 'statusCode' in error && Number(error.statusCode) < 500) return error;
  return new AppError(400, 'invalid.body', undefined, { cause: error });
}
