import { createFerry } from './create-ferry.ts';

/** Set by `build:sdk -- --base-url`. If it isn't set, pages must pass `baseURL`. */
declare const FERRY_BASE_URL: string | undefined;

export type * from './public-types.ts';

export const { init, startModal, close, forget, isOpen, loadModal } = createFerry(FERRY_BASE_URL);
