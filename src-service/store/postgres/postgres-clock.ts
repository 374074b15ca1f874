import type { ClockStore } from '../store.ts';
import { clockPutBack } from '../webhooks/upkeep.ts';
import type { Database } from './database.ts';

/** The database's time in milliseconds since 1970, because the clocks of instances differ. */
export const nowSql = 'floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint';

const ownNow = { name: 'now', text: `SELECT ${nowSql} AS now` };
const nowOf = {
  name: 'now of organization',
  text: `SELECT ${nowSql} + coalesce((SELECT offset_ms FROM organizations WHERE number = $1), 0) AS now`,
};

export const createPostgresClock = (database: Database): ClockStore => ({
  now: async (organization) => {
    const [row] = await (organization === undefined ? database.run(ownNow) : database.run(nowOf, [organization]));
    return Number(row?.['now']);
  },
  offset: async (organization) => {
    const [row] = await database.run('SELECT offset_ms FROM organizations WHERE number = $1', [organization]);
    return Number(row?.['offset_ms'] ?? 0);
  },
  advance: async (organization, milliseconds) => {
    const [row] = await database.run(
      'UPDATE organizations SET offset_ms = offset_ms + $2 WHERE number = $1 RETURNING offset_ms',
      [organization, milliseconds],
    );
    return Number(row?.['offset_ms'] ?? 0);
  },
  putBack: (organization, now) =>
    database.inTransaction(async (session) => {
      await session.run('UPDATE organizations SET offset_ms = 0 WHERE number = $1', [organization]);
      await session.run(
        `UPDATE runs SET version = version + 1, due = $2, state = jsonb_set(state, '{since}', to_jsonb($2::bigint))
         WHERE organization = $1 AND due IS NOT NULL AND (state ->> 'since')::bigint > $2`,
        [organization, now],
      );
      // Events with a later time would otherwise be kept too long.
      await session.run('UPDATE events SET at = $2 WHERE organization = $1 AND at > $2', [organization, now]);
      for (const sql of clockPutBack) await session.run(sql, [organization, now]);
    }),
});
