import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** One field of an uploaded form that is a file. */
export interface FormFile {
  name: string;
  bytes: Buffer;
}

const limits = { fields: 100, fieldSize: 64 * 1024, files: 0, parts: 100 };

/** Turns a multipart form without files into the body that the contract checks; other bodies pass as they are. */
export async function readForm(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return;
  const body: Record<string, string> = {};
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') throw new AppError(400, 'invalid.file_unexpected', undefined, { field: part.fieldname });
    if (part.valueTruncated) throw new AppError(413, 'invalid.too_large', undefined, { field: part.fieldname });
    body[part.fieldname] = String(part.value);
  }
  request.body = body;
}
