import type { Session } from 'electron';

/** Files are written by the console itself, after a dialog; a page downloads nothing. */
export function guardDownloads(session: Session): void {
  session.on('will-download', (event) => event.preventDefault());
}
