import { createPeople } from '../people-steps.ts';
import type { PeopleStore } from '../people-store.ts';
import type { Database } from './database.ts';
import { createPostgresPrograms } from './postgres-programs.ts';

/** People of the dashboard in PostgreSQL. */
export const createPostgresPeople = (database: Database): PeopleStore => createPeople(createPostgresPrograms(database));
