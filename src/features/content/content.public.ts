export { contentPanel } from './content.routes.ts';
export type { ContentPanelData } from './content-panel.tsx';
export { contentBack } from './content-undo.service.ts';
export type { ContentKind } from './files/content-keys.rules.ts';
