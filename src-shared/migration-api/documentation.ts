/** Returns the URL of a service's own documentation. Null without a base URL. */
export const documentationOf = (baseURL: string | null): string | null => (baseURL === null ? null : `${baseURL}/docs`);
