export const serviceVersion = '0.1.0';
