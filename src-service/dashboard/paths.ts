/** Where the dashboard is, below the address of the service. */
export const dashboardPath = '/dashboard';
