/** Header of every response, and of requests that bring their own ID. */
export const requestIdHeader = 'request-id';

export const requestIdPattern = /^[\w-]{1,64}$/;
