import type { DatabaseSync } from 'node:sqlite';
import type { ProofCalls } from '#shared/data-messages/proof-messages.ts';
import type { DatabaseLayout } from '../storage/open-database.ts';

export const proofLayout: DatabaseLayout = {
  name: 'the proof results file',
  version: 1,
  steps: {},
  schema: `
    CREATE TABLE IF NOT EXISTS runs (
      profile TEXT NOT NULL, id INTEGER NOT NULL, proof TEXT NOT NULL, run TEXT NOT NULL,
      PRIMARY KEY (profile, id)
    );`,
  synchronous: 'NORMAL',
};

const maxProofLength = 8;

export function createProofRuns(database: DatabaseSync) {
  const all = database.prepare('SELECT run FROM runs WHERE profile = ? ORDER BY id');
  const put = database.prepare('INSERT OR REPLACE INTO runs (profile, id, proof, run) VALUES (?, ?, ?, ?)');
  const trim = database.prepare(`
    DELETE FROM runs WHERE profile = :profile AND proof = :proof AND id NOT IN
      (SELECT id FROM runs WHERE profile = :profile AND proof = :proof ORDER BY id DESC LIMIT :max)`);
  const count = database.prepare('SELECT count(*) AS n FROM runs WHERE profile = ?');
  const remove = database.prepare('DELETE FROM runs WHERE profile = ?');
  return {
    count: (profileId: string) => Number(count.get(profileId)?.['n']),
    remove: (profileId: string) => Number(remove.run(profileId).changes),
    calls: {
      proofRuns: ({ profileId }) => all.all(profileId).map((row) => String(row['run'])),
      keepProofRun: ({ profileId, id, proofId, run }) => {
        put.run(profileId, id, proofId, run);
        trim.run({ profile: profileId, proof: proofId, max: maxProofLength });
        return null;
      },
    } satisfies ProofCalls,
  };
}
