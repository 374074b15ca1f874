import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeDataFolder } from './data-folder.ts';

test("testing: a killed process's database is deleted, and no other database", () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'ferry-data-folder-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const { pid } = spawnSync(process.execPath, ['--version']);
  mkdirSync(path.join(parent, `ferry-postgres-${pid}-ended`, 'data'), { recursive: true });
  const others = [`ferry-postgres-${process.ppid}-runs`, 'ferry-postgres-aBcDeF', `postgres-${pid}-not-ours`];
  for (const name of others) mkdirSync(path.join(parent, name));
  const created = makeDataFolder(parent);
  expect(readdirSync(parent).toSorted()).toEqual([...others, path.basename(created)].toSorted());
});
