import './styles.css';
// The shell is drawn by the server alone. The browser needs its style, which the build keeps only where a name is used.
import shell from '#ui/shell.module.css';

import { openFragment, showFlash } from './dialogs.ts';
import { hydrate } from './hydrate.tsx';
import { startShell } from './shell.ts';

startShell(document.querySelector(`.${shell.shell}`) ?? document);
await hydrate(document);
document.documentElement.dataset.ready = '';
showFlash();
const { fragment } = document.body.dataset;
if (fragment) void openFragment(fragment);
