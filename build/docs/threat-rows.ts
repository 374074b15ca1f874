import type { SecurityRow } from './threats/security-row.ts';
import { consoleThreats } from './threats/console-threats.ts';
import { dashboardThreats } from './threats/dashboard-threats.ts';
import { serviceThreats } from './threats/service-threats.ts';

const numberOf = ({ id }: SecurityRow): number => Number(id.slice(1));

/** All threats, in the order of their numbers, which a row keeps for good. */
export const threats: readonly SecurityRow[] = [...consoleThreats, ...serviceThreats, ...dashboardThreats].toSorted(
  (one, other) => numberOf(one) - numberOf(other),
);
