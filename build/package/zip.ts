import path from 'node:path';
import { findMaker, run } from './package-fault.ts';

/** Packs a folder, under its own name, as a zip in which links stay links. The same files and times give the same bytes. */
export function makeZip(folder: string, file: string): void {
  const zip = findMaker({ program: 'zip', makes: 'zip archives', install: 'Info-ZIP (Debian: zip)' });
  const cwd = path.dirname(folder);
  const entries = run('find', [path.basename(folder), '-type', 'f', '-o', '-type', 'l'], { cwd });
  const sorted = entries.split('\n').filter(Boolean).toSorted().join('\n');
  // -X leaves out what differs from computer to computer, -y keeps links, -@ takes the names in their order.
  const env = { ...process.env, TZ: 'UTC' };
  run(zip, ['-9', '-q', '-X', '-y', file, '-@'], { cwd, env, input: sorted });
}
