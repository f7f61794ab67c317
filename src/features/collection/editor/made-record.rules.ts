/** Whether this is what the dialogs that make a record finish with: its key and its name. */
export const isMade = (value: unknown): value is { id: number; title: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'title' in value;
