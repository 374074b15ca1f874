const names: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Keychain of macOS',
  win32: 'Credential Manager of Windows',
};

/** What people call the keychain that keytar speaks to on this system. */
export const keychainName = (platform: NodeJS.Platform = process.platform): string =>
  names[platform] ?? 'Secret Service, by libsecret';
