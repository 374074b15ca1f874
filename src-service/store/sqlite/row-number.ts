/** Positions per organization; with 2^21 organizations a row number still is a safe integer. */
const span = 2 ** 32;

/** The row number of a position (from 1) in an organization's list. */
export const rowNumber = (organization: number, position: number): number => organization * span + position;

/** The lowest and the highest row number of an organization. */
export const rowRange = (organization: number): { from: number; to: number } => ({
  from: organization * span + 1,
  to: organization * span + span - 1,
});

/** More rows than any list holds; keeps the arithmetic of absurd page numbers exact. */
export const furthestRow = span;

/** The same arithmetic for SQL, with the organization's number in `organizations.number`. */
export const firstRowSql = `organizations.number * ${span}`;

/** The organization of a row number. */
export const organizationOf = (row: number): number => Math.floor(row / span);

/** The same for SQL. */
export const organizationOfSql = (row: string): string => `(${row} / ${span})`;
