import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes generated documents to docs/. With `--check`, writes nothing and exits with 1 if a file differs. */
export function writeOrCheck(documents: Readonly<Record<string, string>>, command: string): void {
  for (const [name, text] of Object.entries(documents)) {
    const file = path.join(import.meta.dirname, '../../docs', name);
    if (!process.argv.includes('--check')) {
      writeFileSync(file, text);
    } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
      process.stderr.write(`docs/${name} is not what the schemas say: run \`${command}\` and commit it.\n`);
      process.exitCode = 1;
    }
  }
}
