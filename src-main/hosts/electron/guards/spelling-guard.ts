import { app } from 'electron';

/**
 * Stops sessions from downloading dictionaries: every new session requests one from a Google server, even without spell
 * checking. Call before the app is ready.
 */
export function guardSpelling(): void {
  app.on('session-created', (session) => session.setSpellCheckerLanguages([]));
}
