import { app } from 'electron';

/**
 * Stops sessions from downloading dictionaries. Every new session requests one from a Google server, even if spell
 * checking is off. Call this before the app is ready.
 */
export function guardSpelling(): void {
  app.on('session-created', (session) => session.setSpellCheckerLanguages([]));
}
