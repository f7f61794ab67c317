/** Whether this is the result of a dialog that creates a record: its key and its title. */
export const isMade = (value: unknown): value is { id: number; title: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'title' in value;
