import type { Session } from 'electron';

/** Blocks downloads by pages. The console writes files itself, after a dialog. */
export function guardDownloads(session: Session): void {
  session.on('will-download', (event) => event.preventDefault());
}
