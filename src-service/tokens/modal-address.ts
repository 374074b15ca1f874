import { createHmac } from 'node:crypto';

const derive = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/**
 * The address of a modal: 256 bits that nobody can guess without the access token, and that lead to no token. Derived
 * rather than kept, so that the store holds hashes only and the same access token finds the same address again.
 */
export const modalAddress = (accessToken: string, rootId: string, retries = 0): string => {
  let address = derive(accessToken, `modal of ${rootId}`);
  for (let retry = 0; retry < retries; retry++) address = retryAddress(address);
  return address;
};

/** The address of the modal that a retry opens, from the address that it was asked at. */
export const retryAddress = (address: string): string => derive(address, 'retry');
