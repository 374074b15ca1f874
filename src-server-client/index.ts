export type * from './api-types.ts';
export { Ferry } from './ferry.ts';
export { FerryAPIError, type FerryErrorCode } from './ferry-api-error.ts';
export { PagedList } from './paged-list.ts';
export type { FerryOptions, RequestOptions } from './ferry-options.ts';
export { FerrySignatureError, verifyWebhook, type WebhookEvent, type WebhookHeaders } from './verify-webhook.ts';
