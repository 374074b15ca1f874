/** Maximum positions per organization. A row number is a safe integer for up to 2^21 organizations. */
export const rowsPerOrganization = 2 ** 32;

/** Row number of a position (starting at 1) in an organization's list. */
export const rowNumber = (organization: number, position: number): number =>
  organization * rowsPerOrganization + position;

export const organizationOf = (row: number): number => Math.floor(row / rowsPerOrganization);

export const positionOf = (row: number): number => row % rowsPerOrganization;
