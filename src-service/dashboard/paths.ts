export const dashboardPath = '/dashboard';

/** Path for the dashboard's cookies. Includes the proxy's path prefix, because browsers see the prefixed path. */
export const cookiePathOf = (baseUrl: string): string =>
  `${new URL(baseUrl).pathname.replace(/\/$/, '')}${dashboardPath}`;
