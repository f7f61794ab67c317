export async function ensureFirstAdmin(_ctx: unknown, _config: unknown): Promise<string | undefined> {
  return undefined;
}
