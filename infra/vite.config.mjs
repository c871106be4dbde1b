import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

// The pages of the back office: src/desk/pages to dist/back-office (served by src/desk/page.ts).
export default defineConfig({
  root: path('../src/desk/pages'),
  base: '/back-office/',
  publicDir: false,
  cacheDir: path('../node_modules/.vite'),
  logLevel: 'warn',
  // The gateway replaces it by the nonce of each answer.
  html: { cspNonce: '%NONCE%' },
  build: {
    outDir: path('../dist/back-office'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The content security policy refuses inlined files.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // The directive "use client" means nothing here.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    },
    chunkSizeWarningLimit: 2_000,
  },
});
