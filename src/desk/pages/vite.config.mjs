import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

const ICONS = '@mui/icons-material/';
const icons = JSON.parse(readFileSync(path('icons/icons.json'), 'utf8'));

/** Makes components of the icons that are used: see icons/package.json. */
const materialIcons = {
  name: 'material-icons',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(ICONS) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${ICONS}`)) return undefined;
    const name = id.slice(ICONS.length + 1);
    if (!icons[name])
      this.error(
        `The icon ${name} is not in icons/icons.json: add its path, from mui.com/material-ui/material-icons`,
      );
    const code = `import { createElement } from 'react';
      import { createSvgIcon } from '@mui/material/utils';
      export default /* @__PURE__ */ createSvgIcon(createElement('path', { d: '${icons[name]}' }), '${name}');`;
    return { code, moduleSideEffects: false };
  },
};

// The pages of the back office: this folder to dist/back-office (served by page.ts of the folder above).
export default defineConfig({
  root: path('.'),
  base: '/back-office/',
  publicDir: false,
  cacheDir: path('node_modules/.vite'),
  logLevel: 'warn',
  plugins: [materialIcons],
  // The gateway replaces it by the nonce of each answer.
  html: { cspNonce: '%NONCE%' },
  build: {
    outDir: path('../../../dist/back-office'),
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
