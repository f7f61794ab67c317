const addressOf = (error: unknown) => /https?:\/\/\S+?\.js/.exec(String(error))?.[0];

const again = new Map<string, Promise<unknown>>();
let attempts = 0;

/**
 * Loads a module on demand. Firefox keeps a failed import for the life of the page, so another attempt asks for it under
 * another address; what that loads is kept for those who ask later.
 */
export async function loadModule<Module extends object>(
  load: () => Promise<Module>,
  loadFrom = (address: string): Promise<unknown> => import(/* @vite-ignore */ address),
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = addressOf(error);
    if (address === undefined) throw error;
    attempts += 1;
    const attempt = again.get(address) ?? loadFrom(`${address}?again=${attempts}`);
    again.set(address, attempt);
    try {
      return (await attempt) as Module;
    } catch {
      again.delete(address);
      throw error;
    }
  }
}
