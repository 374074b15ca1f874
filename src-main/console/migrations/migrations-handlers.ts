import { fail, succeed } from '#shared/app-error.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import { toListing } from '../listing-outcome.ts';
import { readMigration } from './read-migration.ts';

export const createMigrationsHandlers = (api: ApiClient, clock: Clock): ConsoleHandlers['migrations'] => ({
  list: async (args, { signal }) =>
    toListing(await api.listMigrations(args.page, args.pageSize, signal), args, readMigration, clock),

  get: async ({ id }, { signal }) => {
    const reply = await api.getMigration(id, signal);
    if (!reply.ok) return reply;
    const migration = readMigration(reply.value.json);
    return migration.ok
      ? succeed({
          profileId: reply.value.profileId,
          migration: migration.value,
          json: JSON.stringify(reply.value.json, null, 2),
        })
      : fail('unreadable_reply', clock.now(), { detail: migration.problem });
  },
});
