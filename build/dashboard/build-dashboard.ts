import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { shippedPackages } from '../vite/shipped-packages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

// Every build makes the page that ships: otherwise local paths would be in it.
process.env['NODE_ENV'] = 'production';

/** Builds the page of the dashboard into `folder`, from which the service hands it out. */
const buildDashboard = async (folder = path.join(root, 'dist/dashboard')): Promise<void> => {
  await build({
    configFile: false,
    root: path.join(root, 'src-dashboard'),
    // A proxy may serve the page below a path.
    base: './',
    logLevel: 'warn',
    plugins: [react(), shippedPackages(root, 'dashboard')],
    css: {
      transformer: 'lightningcss',
      lightningcss: { targets: { chrome: 108 << 16, firefox: 115 << 16, safari: 16 << 16 } },
    },
    build: {
      target: ['chrome108', 'firefox115', 'safari16.4'],
      outDir: folder,
      emptyOutDir: true,
      // A small file as a data address is what the policy of the page refuses.
      assetsInlineLimit: 0,
      cssMinify: 'lightningcss',
    },
  });
};

if (import.meta.main) await buildDashboard();
