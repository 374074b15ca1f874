/** Header of every response, and of requests that bring their own ID. */
export const requestIdHeader = 'request-id';

/** Matches request IDs that are safe to log and to show. */
export const requestIdPattern = /^[\w-]{1,64}$/;
