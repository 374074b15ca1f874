import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type ReadResult, refuse } from '../addresses/read-result.ts';

const largestBytes = 1024 * 1024;
const blockPattern = /-----BEGIN CERTIFICATE-----(?:(?!-----BEGIN)[\s\S])+?-----END CERTIFICATE-----/g;

export async function readCaFile(
  file: string,
  now: Date,
): Promise<ReadResult<{ readonly certificates: readonly string[] }>> {
  if (!path.isAbsolute(file)) return refuse('Enter the full path of the CA file.');
  let text: string;
  try {
    const fileStats = await stat(file);
    if (!fileStats.isFile()) return refuse(`${file} isn't a file.`);
    if (fileStats.size > largestBytes) return refuse(`${file} is larger than 1 MiB, so it isn't a CA file.`);
    text = await readFile(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return refuse(code === 'ENOENT' ? `File ${file} not found.` : `${file} can't be read (${code ?? 'unknown'}).`);
  }
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text))
    return refuse(`${file} contains a private key. Choose the certificate file instead.`);
  const blocks = text.match(blockPattern) ?? [];
  if (blocks.length === 0) return refuse(`${file} contains no PEM certificate.`);
  const certificates: X509Certificate[] = [];
  for (const [index, pem] of blocks.entries()) {
    try {
      certificates.push(new X509Certificate(pem));
    } catch {
      return refuse(`Certificate ${index + 1} of ${blocks.length} in ${file} can't be read.`);
    }
  }
  if (certificates.every(({ validTo }) => Date.parse(validTo) < now.getTime())) {
    return refuse(`Every certificate in ${file} has expired.`);
  }
  return { ok: true, certificates: blocks };
}
