import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { memoryOfTree } from './process-tree.ts';

test('bench: the memory of a process tree includes the process and its children', async () => {
  const code = 'require("node:child_process").spawn("sleep", ["30"]); console.log("up"); setInterval(() => {}, 1000)';
  const parent = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await once(parent.stdout, 'data');
    const tree = memoryOfTree(parent.pid ?? 0);
    expect(tree.map(({ command }) => command.trim().split(' ').at(-1))).toContain('30');
    expect(tree).toHaveLength(2);
    for (const { pssBytes } of tree) expect(pssBytes).toBeGreaterThan(0);
    process.kill(tree.find(({ pid }) => pid !== parent.pid)?.pid ?? 0);
  } finally {
    parent.kill();
  }
});
