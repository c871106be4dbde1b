import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';

// Styles are added at run time: the page's policy allows only those with its nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const styles = createCache({ key: 'css', ...(nonce !== undefined && { nonce }) });

createRoot(document.getElementById('root')!).render(
  <CacheProvider value={styles}>
    <App />
  </CacheProvider>,
);
