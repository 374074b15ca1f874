/** The console's beacons: its navigation, and a row whose id has begun to show. */
export const consoleBeacons = {
  shell: { selector: 'nav a' },
  row: { selector: 'table[aria-label="Migrations"] tbody tr', text: '[0-9a-f]{8}' },
} as const;

/** The beacon of a static page. */
export const bareBeacons = { shell: { selector: 'h1' } } as const;
