import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';

interface LockedPackage {
  readonly version: string;
  readonly integrity?: string;
}

/** Returns the packages of package-lock.json by their folders, such as `node_modules/zod`. */
export const lockedPackages = (): Readonly<Record<string, LockedPackage>> =>
  (
    JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, LockedPackage>;
    }
  ).packages;
