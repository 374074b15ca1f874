import type { Session } from 'electron';

/** Lends a session without open connections. `done` returns it. */
export type TakeSession = () => Promise<{ readonly session: Session; readonly done: () => void }>;

/**
 * Chromium resends a request, even a POST, if a reused connection turns out to be closed, but never on a new
 * connection. So each request gets a session whose connections were just closed.
 */
export function createSingleUseSessions(open: (name: string) => Session): TakeSession {
  const freeSessions: Session[] = [];
  let createdCount = 0;
  return async () => {
    const session = freeSessions.pop() ?? open(`ferry-post-${(createdCount += 1)}`);
    await session.closeAllConnections();
    let isTaken = true;
    return {
      session,
      done: () => {
        if (isTaken) freeSessions.push(session);
        isTaken = false;
      },
    };
  };
}
