import { app } from 'electron';

/**
 * Keeps every session from fetching dictionaries: as soon as a session is there, Chromium asks a server of Google for
 * one, also where no page checks spelling. Called before the app is ready.
 */
export function guardSpelling(): void {
  app.on('session-created', (session) => session.setSpellCheckerLanguages([]));
}
