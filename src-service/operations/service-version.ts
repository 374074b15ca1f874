/** Version that `/healthz` and `--version` show. */
export const serviceVersion = '0.1.0';
