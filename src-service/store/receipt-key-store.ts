import { generateKeyPairSync } from 'node:crypto';
import { bindPrograms, first, insert, type Program, type RunProgram } from './base/program.ts';

export const receiptTables = `
  CREATE TABLE receipt_keys (
    id integer PRIMARY KEY CHECK (id = 1),
    private_key text NOT NULL
  );
  ALTER TABLE copied_items ADD COLUMN there_fingerprint text;
`;

export const createReceiptKeyStore = (runProgram: RunProgram) =>
  bindPrograms(runProgram, {
    /** Returns the Ed25519 key that signs receipts, as PKCS #8 in base64. Creates it if there is none. */
    *privateKey(): Program<string> {
      const found = yield* first<{ key: string }>('SELECT private_key AS key FROM receipt_keys');
      if (found !== undefined) return found.key;
      const { privateKey } = generateKeyPairSync('ed25519');
      const [stored] = yield* insert(
        'receipt_keys',
        { id: 1, private_key: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64') },
        'ON CONFLICT (id) DO UPDATE SET id = receipt_keys.id RETURNING private_key',
      );
      return String(stored?.['private_key']);
    },
  });
