/** The console's single-action shortcut keys, as named in keyboard events. Letters work only without a modifier. */
export const consoleKeys = {
  go: 'g',
  sheet: '?',
  guide: 'F1',
  refresh: 'F5',
  find: '/',
  filter: 'f',
  export: 'e',
  loadAll: 'a',
  share: 's',
  copyId: 'c',
  copyLink: 'l',
  ticket: 't',
  watch: 'w',
  handled: 'h',
  note: 'n',
} as const;

export const keyName = (key: string): string => (key.length === 1 ? key.toUpperCase() : key);
