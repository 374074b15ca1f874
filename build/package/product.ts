import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { brand } from '#shared/brand.ts';

const manifest = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly description: string;
};

export interface Product {
  /** Used in the names of packages, program file, desktop entry and folders. */
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly vendor: string;
  readonly maintainer: string;
  readonly homepage: string;
  readonly copyright: string;
  /** SPDX-style name for package managers. LICENSE contains the full license. */
  readonly license: string;
  /** Installation folder of deb and rpm. */
  readonly linuxFolder: string;
}

const common = {
  version: manifest.version,
  vendor: 'Ferry',
  maintainer: 'Ferry <support@ferry.example>',
  homepage: 'https://docs.ferry.example',
  /** Address of the packages in the manifests of package managers. */
  downloads: 'https://docs.ferry.example/downloads',
  copyright: 'Copyright (c) 2026 Ferry. All rights reserved.',
  license: 'Proprietary',
} as const;

export const product = {
  ...common,
  id: 'ferry-console',
  name: brand.consoleName,
  /** Reverse domain name for macOS, AppStream and Windows. */
  applicationId: 'example.ferry.console',
  summary: 'Look migrations up and test the migration modal',
  description:
    'Ferry Console shows support staff the migrations and companies of their organization, and lets admins test link ' +
    'tokens and the migration modal. It brings a Sandbox with made-up data, works without a network, and keeps API ' +
    'keys in the keychain of the system.',
  linkScheme: brand.deepLinkScheme,
  linuxFolder: '/opt/ferry-console',
} as const satisfies Product & Record<string, string>;

/** The command that verifies a service. Every package that contains Node contains this command. */
export const verifyCommand = {
  id: 'ferry-verify',
  name: `${brand.serviceName} Verify`,
  program: 'out/verify/main.mjs',
};

/** The command that verifies the signatures of packages. */
export const verifyPackageCommand = {
  id: 'ferry-verify-package',
  name: `${brand.serviceName} Package Verification`,
  program: 'ferry-verify-package.mjs',
  source: path.join(projectRoot, 'docs/examples/verify-package/ferry-verify-package.mjs'),
};

export const serviceProduct = {
  ...common,
  id: 'ferry-service',
  name: `${brand.serviceName} Service`,
  summary: 'HTTP API, tokens and modal of a data-migration platform',
  description:
    'Ferry Service answers the HTTP API of migrations and companies, makes and exchanges link tokens, and serves the ' +
    'migration modal. It keeps its data in one folder, or in a PostgreSQL database that several instances share. The ' +
    'Node that it runs on is inside.',
  linuxFolder: '/opt/ferry-service',
} as const satisfies Product & Record<string, string>;
