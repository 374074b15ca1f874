interface HeldRows {
  readonly profileId: string;
  readonly rows: number;
}

/** Which profiles were on screen, in the order of their last time. */
interface RecentProfiles {
  readonly use: (profileId: string) => void;
  /** The profiles whose rows go so that all are no more than `most`; those that were used last, and `kept`, stay. */
  readonly pickToDrop: (held: readonly HeldRows[], most: number, kept: string) => string[];
}

export function createRecentProfiles(): RecentProfiles {
  let used: string[] = [];
  return {
    use: (profileId) => {
      if (used.at(-1) === profileId) return;
      used = [...used.filter((id) => id !== profileId), profileId];
    },
    pickToDrop: (held, most, kept) => {
      let rows = held.reduce((sum, one) => sum + one.rows, 0);
      if (rows <= most) return [];
      const gone: string[] = [];
      for (const profileId of used) {
        if (rows <= most) break;
        const own = held.reduce((sum, one) => sum + (one.profileId === profileId ? one.rows : 0), 0);
        if (profileId === kept || own === 0) continue;
        gone.push(profileId);
        rows -= own;
      }
      return gone;
    },
  };
}
