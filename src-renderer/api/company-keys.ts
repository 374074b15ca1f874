/** Where it is kept how many companies are known by name; another number means that there is more to ask for. */
export const directorySizeKey = ['companies', 'directory-size'] as const;
/** Where the providers of known companies are kept. */
export const providersKey = ['companies', 'providers'] as const;
