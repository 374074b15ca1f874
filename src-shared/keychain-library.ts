/** Detail of `keychain_unavailable` where only a library of the system is missing: what to install, for people. */
export const missingKeychainLibrary =
  'The library libsecret is missing. Install libsecret-1-0 (Debian, Ubuntu) or libsecret (Fedora, RHEL), then start the console again.';
