import './styles.css';
// The shell is drawn by the server alone. The browser needs its style, which the build keeps only where a name is used.
import shell from '#ui/page/shell.module.css';

import { drawDialogsWith, openFragment, showFlash } from '../dialogs.ts';
import { tell, tellAll } from './failures.ts';
import { hydrate } from './hydrate.tsx';
import { startShell } from './shell.ts';

drawDialogsWith(() => import('./overlays.tsx'));
tellAll();
// A page that the browser kept may be another person's by now, or older than what was saved since.
addEventListener('pageshow', (event) => event.persisted && location.reload());
startShell(document.querySelector(`.${shell.shell}`) ?? document);
try {
  await hydrate(document);
  document.documentElement.dataset.ready = '';
} catch (error) {
  tell(error);
}
showFlash();
const { fragment, within } = document.body.dataset;
if (fragment && within) void openWithin(fragment, within);

/** Opens the fragment whose address was followed over its page; afterwards the address is the page's. */
async function openWithin(url: string, page: string): Promise<void> {
  const result = await openFragment(url);
  if (result === undefined) history.replaceState(null, '', page);
  else location.replace(page);
}
