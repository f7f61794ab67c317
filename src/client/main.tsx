import './styles.css';
// The shell is drawn by the server alone; the browser needs its style.
import '#ui/shell.module.css';

import { openFragment, showFlash } from './dialogs.ts';
import { hydrate } from './hydrate.tsx';
import { startShell } from './shell.ts';

startShell();
await hydrate(document);
document.documentElement.dataset.ready = '';
showFlash();
const { fragment } = document.body.dataset;
if (fragment) void openFragment(fragment);
