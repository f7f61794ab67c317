import { existsSync } from 'node:fs';
import path from 'node:path';

/** Real data beside the project on some machines; tests that need it are skipped if it is missing. */
export const sharedData = path.resolve(import.meta.dirname, '../../shared/data');

export const hasSharedData = existsSync(sharedData);
