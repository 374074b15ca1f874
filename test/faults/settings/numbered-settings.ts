import { defaultSettings, type SettingsDocument } from '#main/console/settings/settings-document.ts';

/** Settings whose profiles all carry one number, which reveals a mix of two saves. A profile takes about 200 bytes. */
export const numberedSettings = (number: number, profiles: number): SettingsDocument => ({
  ...defaultSettings(),
  profiles: Array.from({ length: profiles }, (_, index) => ({
    id: `profile-${index}`,
    name: `Number ${number}`,
    environment: 'test' as const,
    baseURL: 'https://api.example.com',
    colour: '#1F6E63' as const,
    caFile: null,
    companiesPageSizeParameter: 'page_size',
    readOnly: false,
    ticketTemplate: null,
  })),
});
