import { en, type BookTextKeys } from './en.ts';
export const es: BookTextKeys = en;
