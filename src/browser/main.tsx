import { inOffice } from '#client/office-path.ts';
import './styles.css';

import { languageTag } from '#kernel/messages/locale.ts';
import { refuseUnreadForms } from '#ui/form/unread-input.ts';
import { unsavedIn } from '#ui/form/use-unsaved.ts';
// Only the server renders the shell. The browser needs its styles, which the build keeps only if something imports
// them.
import '#ui/kit/note.module.css';
import shell from '#ui/frame/shell.module.css';
import { rememberPresses } from '../client/acted-on.ts';
import { stopComposedKeys } from '../client/composition.ts';
import {
  drawDialogsWith,
  focusHeading,
  goToMade,
  openFragment,
  preloadDialogs,
  reloadWith,
  resumePeek,
  showFlash,
} from '../client/dialogs.ts';
import { focusFollowedLink, rememberFollowedLink } from '../client/followed-link.ts';
import { loadModule } from '../client/load-module.ts';
import { actIn, madeIn } from '../client/made.ts';
import { pageInterface } from '../client/page-interface.ts';
import { takeTurned } from '../client/peek.ts';
import { reportCutPastes } from './cut-pastes.ts';
import { hydrate } from './hydrate.tsx';
import { startShell } from './shell.ts';
import { showFailure, showUncaughtFailures } from './show-failures.ts';
import { stayOffline } from './stay-offline.ts';

drawDialogsWith(() => loadModule(() => import('./overlays.tsx')));
showUncaughtFailures();
// A page from the browser's back/forward cache may belong to another user, or be older than later saves.
addEventListener('pageshow', (event) => event.persisted && location.reload());
stopComposedKeys();
rememberPresses();
rememberFollowedLink();
reportCutPastes();
stayOffline();
refuseUnreadForms();
// Escape closes the open list of a select, and not the dialog around it as well.
addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape' && event.target instanceof HTMLOptionElement) event.stopImmediatePropagation();
  },
  true,
);
// Paper says when it was printed.
addEventListener('beforeprint', () => {
  const { locale, timeZone } = pageInterface;
  const format = new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long', timeStyle: 'short', timeZone });
  document.querySelector('main')?.setAttribute('data-printed-at', format.format(new Date()));
});
const { dataset } = document.documentElement;
startShell(document.querySelector(`.${shell.shell}`) ?? document);
dataset.awake = '';
// Replays earlier presses; see early.js.
document.dispatchEvent(new Event('awake'));
try {
  await hydrate(document);
  dataset.ready = '';
} catch (error) {
  showFailure(error, () => location.reload());
}
showFlash();
focusFollowedLink();
const turned = takeTurned();
if (turned || Object(history.state).peek) void resumePeek(turned);
const { fragment, within } = document.body.dataset;
if (fragment && within) void openWithin(fragment, within);

const whenIdle = window.requestIdleCallback ?? setTimeout;
whenIdle(() => void preloadDialogs());
whenIdle(() => void prepareOffline().catch(() => undefined));
if (dataset.follows !== undefined || document.querySelector('#side-menu [data-count]'))
  whenIdle(() => void follow().catch(() => undefined));

/** Without it, an address that is opened without a network is answered by the browser. */
const prepareOffline = async () => (await import('./offline-page.ts')).prepareOfflinePage();

/** If this cannot be loaded, the page just does not update. */
async function follow(): Promise<void> {
  const { followChanges } = await import('../client/live/follow.ts');
  const { followWorkBar } = await import('../client/live/work-bar.ts');
  followWorkBar();
  followChanges((view) => unsavedIn(view) !== null);
}

/** Opens a fragment over its page when its link was followed directly; afterwards the URL is that of the page. */
async function openWithin(url: string, page: string): Promise<void> {
  const result = await openFragment(url);
  history.replaceState(history.state, '', inOffice(page));
  const { text } = pageInterface;
  // The act of what was only changed; what was made has its own.
  const act = actIn(result);
  const made = act === undefined ? madeIn(result) : null;
  if (result === undefined) requestAnimationFrame(focusHeading);
  else if (made) goToMade(made, text('common.made', { title: made.title }));
  else reloadWith(text('common.saved'), act);
}
