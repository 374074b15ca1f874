import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { projectRoot as root } from '../launch/base/project-root.ts';
import { shippedPackages } from '../vite/shipped-packages.ts';

// Always a production build, because a development build contains local paths.
process.env['NODE_ENV'] = 'production';

// Builds the dashboard's page, which the service serves.
await build({
  configFile: false,
  root: path.join(root, 'src-dashboard'),
  // Relative, because a proxy may serve the page below a path.
  base: './',
  logLevel: 'warn',
  plugins: [react(), shippedPackages(root, 'dashboard')],
  css: {
    transformer: 'lightningcss',
    lightningcss: { targets: { chrome: 108 << 16, firefox: 115 << 16, safari: 16 << 16 } },
  },
  build: {
    target: ['chrome108', 'firefox115', 'safari16.4'],
    outDir: path.join(root, 'dist/dashboard'),
    emptyOutDir: true,
    // Small files must not become data URLs, which the page's content security policy blocks.
    assetsInlineLimit: 0,
    cssMinify: 'lightningcss',
  },
});
