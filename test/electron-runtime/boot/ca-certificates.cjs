'use strict';
const fs = require('node:fs');
const path = require('node:path');
const tls = require('node:tls');
const { define } = require('./define.cjs');

const bundleFiles = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/cert.pem'];
const certificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----\n?/g;

/** @param {string | undefined} file */
const readCertificates = (file) => {
  try {
    return file ? (fs.readFileSync(file, 'utf8').match(certificate) ?? []) : [];
  } catch {
    return [];
  }
};

const systemCertificates = () => {
  const folder = process.env['SSL_CERT_DIR'];
  const inFolder = folder && fs.existsSync(folder) ? fs.readdirSync(folder).map((name) => path.join(folder, name)) : [];
  const files = [process.env['SSL_CERT_FILE'] ?? bundleFiles.find((file) => fs.existsSync(file)), ...inFolder];
  return [...new Set(files.flatMap(readCertificates))];
};

/** @type {Record<string, () => readonly string[]>} */
const stores = {
  default: () => [...tls.rootCertificates, ...readCertificates(process.env['NODE_EXTRA_CA_CERTS'])],
  bundled: () => tls.rootCertificates,
  extra: () => readCertificates(process.env['NODE_EXTRA_CA_CERTS']),
  system: systemCertificates,
};

/** Node 22's `tls.getCACertificates`; "system" is what Node reads on Linux: SSL_CERT_FILE, SSL_CERT_DIR, the bundle. */
define(tls, 'getCACertificates', (type = 'default') => {
  const read = stores[String(type)];
  if (!read) throw new TypeError(`The argument 'type' must be one of: ${Object.keys(stores).join(', ')}`);
  return [...read()];
});
