export const statusEventType = 'migration.status_updated';

/** The type of an event that only tries an endpoint. */
export const testEventType = 'ferry.test';
