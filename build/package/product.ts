import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/project-root.ts';
import { brand } from '#shared/brand.ts';

const manifest = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly description: string;
};

/** What every package says of the product, once. */
export const product = {
  /** Name of packages, of the program file, of the desktop entry and of folders. */
  id: 'ferry-console',
  name: brand.consoleName,
  /** Reverse domain name: macOS, AppStream, Windows. */
  applicationId: 'example.ferry.console',
  version: manifest.version,
  summary: 'Look migrations up and test the migration modal',
  description:
    'Ferry Console shows support staff the migrations and companies of their organization, and lets admins test link ' +
    'tokens and the migration modal. It brings a Sandbox with made-up data, works without a network, and keeps API ' +
    'keys in the keychain of the system.',
  vendor: 'Ferry',
  maintainer: 'Ferry <support@ferry.example>',
  homepage: 'https://docs.ferry.example',
  copyright: 'Copyright (c) 2026 Ferry. All rights reserved.',
  /** As package managers name it; the text is in LICENSE. */
  licence: 'Proprietary',
  linkScheme: brand.deepLinkScheme,
  /** Where deb and rpm put the program. */
  linuxFolder: '/opt/ferry-console',
} as const;
