const settingsSections = [
  'profile',
  'profiles',
  'network',
  'appearance',
  'data',
  'support',
  'self-check',
  'about',
] as const;
export type SettingsSection = (typeof settingsSections)[number];

export interface SettingsSearch {
  readonly section?: SettingsSection;
  /** Profile being edited, or `new`. If omitted, the active profile. */
  readonly profile?: string;
}

export const parseSettingsSearch = (raw: Record<string, unknown>): SettingsSearch => {
  const section = settingsSections.find((settingsSection) => settingsSection === raw['section']);
  const { profile } = raw;
  return {
    ...(section && section !== 'profile' ? { section } : {}),
    ...(typeof profile === 'string' && /^[a-z0-9-]{1,64}$/.test(profile) ? { profile } : {}),
  };
};
