/** Detail of `keychain_unavailable` if only a system library is missing. The detail tells users what to install. */
export const missingKeychainLibrary =
  'The library libsecret is missing. Install libsecret-1-0 (Debian, Ubuntu) or libsecret (Fedora, RHEL), then start the console again.';
