export const clients: readonly string[];
export function buildClient(client: string, folder?: string): Promise<void>;
