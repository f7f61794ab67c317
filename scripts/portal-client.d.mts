export function buildPortalClient(folder?: string): Promise<void>;
