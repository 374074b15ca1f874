/** @see https://www.electronjs.org/docs/latest/tutorial/security 2 to 8: isolation, sandbox, web security */
export const pageIsolation = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
} as const;
