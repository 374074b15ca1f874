/**
 * Arguments for every call of the contract: what the suite of the three hosts sends, in this order, and what the
 * generated calls are bent from. A call without a sample fails the suite.
 */
export const callSamples: Readonly<Record<string, readonly unknown[]>> = {
  'console:state': [{}],
  'migrations:list': [
    { page: 1, pageSize: 25 },
    { page: 3, pageSize: 100 },
    { page: 9_999, pageSize: 10 },
  ],
  'migrations:get': [{ id: '00000000-0000-4000-8000-000000000000' }],
  'timeline:get': [{ id: '00000000-0000-4000-8000-000000000000' }],
  'companies:list': [{ page: 1, pageSize: 100 }],
  'companies:lookup': [{ ids: [] }, { ids: ['not-there'] }],
  'loaded:state': [{ resource: 'companies' }],
  'loaded:plan': [{ resource: 'companies' }],
  'loaded:topUp': [{ resource: 'companies' }],
  'loaded:pause': [{ resource: 'companies' }],
  'loaded:resume': [{ resource: 'companies' }],
  'loaded:cancel': [{ resource: 'companies' }],
  'loaded:clear': [{ resource: 'companies' }],
  'loaded:window': [{ resource: 'companies', query: {}, offset: 0, limit: 100 }],
  'loaded:groups': [{ resource: 'companies', query: { search: 'a' }, by: 'provider' }],
  'loaded:overview': [{}],
  'loaded:start': [{ resource: 'companies', confirmed: true }],
  'exports:start': [{ resource: 'migrations', scope: 'loaded', format: 'csv', query: {} }],
  'exports:list': [{}],
  'exports:cancel': [{ id: 'unknown' }],
  'exports:reveal': [{ id: 'unknown' }],
  'everywhere:find': [{ id: '00000000-0000-4000-8000-000000000000' }],
  'profiles:list': [{}],
  'profiles:add': [
    { name: 'Brightwater', environment: 'test', baseURL: 'https://api.brightwater.example' },
    { name: 'No https', environment: 'test', baseURL: 'http://api.brightwater.example' },
  ],
  'profiles:edit': [{ id: 'sandbox', changes: { name: 'Other' } }],
  'profiles:removal': [{ id: 'unknown' }],
  'profiles:remove': [{ id: 'unknown' }],
  'profiles:switch': [{ id: 'sandbox' }, { id: 'unknown' }],
  'profiles:test': [{ id: 'sandbox' }],
  'profiles:export': [{ ids: ['sandbox'] }],
  'profiles:import': [{ text: 'not a file of profiles' }],
  'apiKey:state': [{ profileId: 'sandbox' }],
  'apiKey:set': [{ profileId: 'unknown', key: 'ferry_test_0000000000', storage: 'session' }],
  'apiKey:remove': [{ profileId: 'unknown' }],
  'settings:get': [{}],
  'settings:change': [{ density: 'compact' }, { pageSize: 50 }],
  'settings:dismissNotice': [{}],
  'diagnostics:text': [{}],
  'diagnostics:reportPageFault': [{ message: 'a test', stack: 'at a test' }],
  'diagnostics:openLogs': [{}],
  'selfCheck:read': [{}],
  'linkTokens:mint': [{}],
  'linkTokens:history': [{}],
  'requests:get': [{ id: 1 }, { id: 999_999 }],
  'requests:curl': [{ id: 1 }, { id: 999_999 }],
  'requests:drift': [{}],
  'requests:list': [{}],
  'requests:pause': [{ paused: true }],
  'requests:clear': [{}],
};

/** Samples in the order in which they are sent, as `[topic, verb, arguments]`. */
export const orderedSamples: readonly (readonly [string, string, unknown])[] = Object.entries(callSamples).flatMap(
  ([name, samples]) => {
    const [topic = '', verb = ''] = name.split(':');
    return samples.map((args) => [topic, verb, args] as const);
  },
);
