export const statusEventType = 'migration.status_updated';

/** Type of the event that tests an endpoint. */
export const testEventType = 'ferry.test';
