export const brand = {
  serviceName: 'Ferry',
  consoleName: 'Ferry Console',
  sdkGlobal: 'Ferry',
  /** `source` of every event that the modal page posts (specification, "Events" 1). */
  eventSource: 'ferry_modal',
  /** Prefix of keys for the production environment (specification, "Authentication" 4). */
  productionKeyPrefix: 'ferry_live_',
  testKeyPrefix: 'ferry_test_',
  supportEmail: 'support@ferry.example',
  pageScheme: 'app',
  deepLinkScheme: 'ferry',
} as const;
