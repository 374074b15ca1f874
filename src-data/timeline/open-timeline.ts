import type { DatabaseSync } from 'node:sqlite';
import { type DatabaseLayout, openDatabase } from '../storage/open-database.ts';

const layout: DatabaseLayout = {
  name: 'the observed timeline',
  version: 2,
  steps: {
    // Adds the time until which a status was observed. Version 1 didn't store this time.
    1: `
      ALTER TABLE changes ADD COLUMN until INTEGER NOT NULL DEFAULT 0;
      UPDATE changes SET until = at;
      DROP INDEX changes_by_time;`,
  },
  schema: `
    CREATE TABLE IF NOT EXISTS changes (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      profile TEXT NOT NULL, migration TEXT NOT NULL, status TEXT NOT NULL, at INTEGER NOT NULL,
      until INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX IF NOT EXISTS changes_of_migration ON changes (profile, migration, number);
    CREATE INDEX IF NOT EXISTS changes_by_last_sight ON changes (until);`,
  synchronous: 'NORMAL',
};

export const openTimelineDatabase = (file: string, onProblem: (line: string) => void): DatabaseSync =>
  openDatabase(file, layout, onProblem);
