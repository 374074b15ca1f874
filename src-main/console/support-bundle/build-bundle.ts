import { strToU8, zipSync } from 'fflate';
import { visibleLines } from '#shared/visible-text.ts';
import type { Redactor } from '../log/redactor.ts';
import { bundleFiles, type PlainFile } from './bundle-files.ts';
import type { BundleMaterial } from './bundle-material.ts';
import { createUserHider } from './hide-users.ts';

/** A bundle, packed. */
export interface BuiltBundle {
  readonly files: readonly PlainFile[];
  readonly zip: Uint8Array;
  readonly hidesUsers: boolean;
}

export interface BuildOptions {
  readonly userIds: boolean;
  readonly redactor: Pick<Redactor, 'text' | 'value'>;
  readonly now: Date;
}

/**
 * Makes the files of a bundle and packs them. What comes in has passed the redactor once, when it was kept; everything
 * passes it again here, for a token may have become known only afterwards.
 */
export function buildBundle(material: BundleMaterial, { userIds, redactor, now }: BuildOptions): BuiltBundle {
  const users = userIds ? null : createUserHider(material);
  const clean = redactor.value(material) as BundleMaterial;
  const files = bundleFiles(clean).map(({ name, text }) => {
    const redacted = redactor.text(text);
    // Whoever gets the bundle may look at it in a terminal.
    return { name, text: visibleLines(users === null ? redacted : users.hide(redacted)) };
  });
  const zip = zipSync(
    Object.fromEntries(files.map(({ name, text }) => [name, [strToU8(text), { mtime: now }] as const])),
    {
      level: 6,
    },
  );
  return { files, zip, hidesUsers: (users?.count() ?? 0) > 0 };
}
