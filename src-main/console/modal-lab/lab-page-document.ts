import type { LabFile } from './lab-files.ts';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export interface LabPageInput {
  /** Base address of the service. */
  readonly service: string;
  readonly theme: 'system' | 'light' | 'dark';
}

/** The document of the lab's page, with what its script must know as attributes of its root. */
export const labPageDocument = (template: LabFile, { service, theme }: LabPageInput): string =>
  template.bytes
    .toString('utf8')
    .replace('<html lang="en">', `<html lang="en" data-service="${escaped(service)}" data-theme="${theme}">`);
