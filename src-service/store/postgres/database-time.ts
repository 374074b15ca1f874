import { prepared } from '../base/program.ts';
import type { Session } from './database.ts';

/** The database's time in milliseconds since 1970, because the clocks of instances differ. */
export const nowSql = 'floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint';

const now = prepared(`SELECT ${nowSql} + coalesce((SELECT offset_ms FROM organizations WHERE number = $1), 0) AS now`);

export const nowOf = async (session: Session, organization: number | undefined): Promise<number> =>
  Number((await session.run(now, [organization ?? null]))[0]?.['now']);
