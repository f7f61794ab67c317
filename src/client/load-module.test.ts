import { expect, test } from 'vitest';
import { loadModule } from './load-module.ts';

const address = 'http://office.example/assets/overlays-1.js';
// As Firefox answers every later import of a module that failed once.
const load = () => Promise.reject<object>(new TypeError(`error loading dynamically imported module: ${address}`));

test('A module that failed to load once is loaded by the next attempt, under another address, once for all who ask', async () => {
  const addresses: string[] = [];
  let isReachable = false;
  const loadFrom = async (from: string) => {
    addresses.push(from);
    if (!isReachable) throw new TypeError('Failed to fetch');
    return { shown: true };
  };
  await expect(loadModule(load, loadFrom)).rejects.toThrow(address);
  isReachable = true;
  expect(await loadModule(load, loadFrom)).toEqual({ shown: true });
  expect(await loadModule(load, loadFrom)).toEqual({ shown: true });
  expect(addresses).toHaveLength(2);
  expect(new Set(addresses).size).toBe(2);
});

test('A module that throws by itself is not loaded again', async () => {
  const broken = () => Promise.reject<object>(new Error('No such element.'));
  const loadFrom = () => Promise.reject(new Error('loaded again'));
  await expect(loadModule(broken, loadFrom)).rejects.toThrow('No such element.');
});
