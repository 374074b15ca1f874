/** Address of the documentation that a service serves about itself; null without a base address. */
export const documentationOf = (baseURL: string | null): string | null => (baseURL === null ? null : `${baseURL}/docs`);
