/** Beacons of the console: its navigation, and a row with the start of an id. */
export const consoleBeacons = {
  shell: { selector: 'nav a' },
  row: { selector: 'table[aria-label="Migrations"] tbody tr', text: '[0-9a-f]{8}' },
} as const;

/** The one of a static page. */
export const bareBeacons = { shell: { selector: 'h1' } } as const;
