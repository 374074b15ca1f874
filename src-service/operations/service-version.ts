/** Version of the service, as `/healthz` and `--version` tell it. */
export const serviceVersion = '0.1.0';
