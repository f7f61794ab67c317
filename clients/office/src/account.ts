import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { Misused } from './failures.ts';

/** An office, and the key that opens it. */
export interface Account {
  /** Without a slash at its end. */
  url: string;
  key: string;
}

/** The folder of this program in the configuration of the user. */
export function configFolder(): string {
  const { OFFICE_CONFIG, XDG_CONFIG_HOME, APPDATA } = process.env;
  if (OFFICE_CONFIG) return path.resolve(OFFICE_CONFIG);
  const base = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
  return path.join(base || path.join(os.homedir(), '.config'), 'library-office');
}

const accountFile = () => path.join(configFolder(), 'account.json');

/** The office of the environment (`OFFICE_URL` and `OFFICE_KEY`), or else the one that was logged in to. */
export async function readAccount(): Promise<Account> {
  const { OFFICE_URL: url, OFFICE_KEY: key } = process.env;
  if (url || key) {
    if (!url || !key) throw new Misused('OFFICE_URL and OFFICE_KEY are set together, or neither is.');
    return { url: urlOf(url), key: keyOf(key) };
  }
  const text = await readFile(accountFile(), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Misused('Nobody has logged in yet: office login URL');
  try {
    const { url: storedUrl, key: storedKey } = JSON.parse(text);
    return { url: urlOf(String(storedUrl)), key: keyOf(String(storedKey)) };
  } catch {
    throw new Misused(`${accountFile()} is damaged. Log in again: office login URL`);
  }
}

/** Keeps an office and its key for the next commands, readable for this user alone. */
export async function storeAccount(account: Account): Promise<string> {
  await mkdir(configFolder(), { recursive: true, mode: 0o700 });
  await replaceFile(accountFile(), `${JSON.stringify(account, null, 2)}\n`);
  return accountFile();
}

/** Forgets the key; false if there was none. */
export async function forgetAccount(): Promise<boolean> {
  const there = await readFile(accountFile()).catch(() => undefined);
  await rm(accountFile(), { force: true });
  return there !== undefined;
}

/** Writes a file whole or not at all, readable for this user alone. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const other = `${file}.${process.pid}`;
  await writeFile(other, text, { mode: 0o600 });
  // The mode of a file that was there already would stay.
  await chmod(other, 0o600);
  await rename(other, file);
}

/** An address as typed, without what follows its path. Throws {@link Misused}. */
export function urlOf(typed: string): string {
  const address = URL.canParse(typed) ? new URL(typed) : undefined;
  if (!address || !/^https?:$/.test(address.protocol)) throw new Misused(`This is no address of an office: ${typed}`);
  return (address.origin + address.pathname).replace(/\/+$/, '');
}

/** A key as typed. Throws {@link Misused}. */
export function keyOf(typed: string): string {
  const key = typed.trim();
  if (!/^[\w-]{1,200}$/.test(key)) throw new Misused('This is no API key.');
  return key;
}

/** Whether a key sent to this address could be read on its way. */
export const isOpenTo = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
};
