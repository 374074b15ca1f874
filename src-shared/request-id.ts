/** Header of each response, and of requests that choose their own ID. */
export const requestIdHeader = 'request-id';

/** A request ID that is safe to log and to show. */
export const requestIdPattern = /^[\w-]{1,64}$/;
