import { showNeeds } from './first-sight.js';
import { currentSession } from './session.js';
import { showSignIn } from './sign-in.js';

// The first script of the back office is small, so that the form is there at once; the app comes with or after it.

const root = document.getElementById('root')!;
const app = () => import('./app.js');

const isHome = ['', '#', '#/'].includes(location.hash);
// On a slow line what needs somebody comes first.
if (!isHome) app().catch(() => {});
const session = await currentSession().catch(() => null);
if (session) {
  if (isHome) await showNeeds(root);
} else {
  const signedIn = showSignIn(root);
  app().catch(() => {}); // fetched while somebody types
  await signedIn;
  // react-admin's own place of a form, from former days
  if (location.hash.startsWith('#/login')) location.hash = '';
}
if (isHome) import('./home.js').catch(() => {}); // in parallel with the app, which needs it later
const { openApp } = await app();
openApp(root);
