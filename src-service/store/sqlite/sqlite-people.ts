import type { DatabaseSync } from 'node:sqlite';
import { createPeople } from '../people-steps.ts';
import type { PeopleStore } from '../people-store.ts';
import { createSqlitePrograms } from './sqlite-programs.ts';

/** People of the dashboard in SQLite. */
export const createSqlitePeople = (database: DatabaseSync): PeopleStore => createPeople(createSqlitePrograms(database));
