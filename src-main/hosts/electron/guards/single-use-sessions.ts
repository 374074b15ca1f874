import type { Session } from 'electron';

/** Lends a session without an open connection; `done` gives it back. */
export type TakeSession = () => Promise<{ readonly session: Session; readonly done: () => void }>;

/**
 * Sessions for what must not be sent twice. Chromium sends a request again, a POST too, when a kept connection turns out
 * to be closed; on a new connection it never does. So each such request gets a session whose connections have just been
 * closed, and no other request shares it meanwhile.
 * @param open the session of a name; in memory
 */
export function createSingleUseSessions(open: (name: string) => Session): TakeSession {
  const free: Session[] = [];
  let createdCount = 0;
  return async () => {
    let session = free.pop();
    if (!session) {
      createdCount += 1;
      session = open(`ferry-post-${createdCount}`);
    }
    const taken = session;
    await taken.closeAllConnections();
    let isTaken = true;
    return {
      session: taken,
      done: () => {
        if (isTaken) free.push(taken);
        isTaken = false;
      },
    };
  };
}
