/** Returns the URL of the documentation a service serves about itself; null without a base URL. */
export const documentationOf = (baseURL: string | null): string | null => (baseURL === null ? null : `${baseURL}/docs`);
