import { existsSync } from 'node:fs';
import path from 'node:path';

/** Real input that stands beside the project on some machines; tests that need it are skipped where it does not. */
export const sharedData = path.resolve(import.meta.dirname, '../../shared/data');

export const hasSharedData = existsSync(sharedData);
