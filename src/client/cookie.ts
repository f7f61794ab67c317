import { inOffice } from './office-path.ts';

/** Remembers something in this browser for the whole office; for 0 seconds, it is forgotten. */
export function storeCookie(name: string, value: string, seconds: number): void {
  document.cookie = `${name}=${value}; path=${inOffice('/')}; max-age=${seconds}; samesite=lax`;
}
