export const statusEventType = 'migration.status_updated';

export const testEventType = 'ferry.test';
