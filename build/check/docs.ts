import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findDocFaults } from '#build/docs/find-doc-faults.ts';
import { findFeatureFaults } from '#build/docs/find-feature-faults.ts';
import { findSecurityFaults } from '#build/docs/find-security-faults.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';

const faults = [...findDocFaults(projectRoot), ...findFeatureFaults(projectRoot), ...findSecurityFaults(projectRoot)];
for (const { file, line, problem } of faults) console.log(`${file}:${line}: ${problem}`);
const program = path.join(projectRoot, 'build', 'docs', 'write-docs.ts');
const { status } = spawnSync(process.execPath, [program, '--check', 'openapi', 'api'], { stdio: 'inherit' });
const hasFailed = faults.length > 0 || status !== 0;
console.log(hasFailed ? 'The documents are not right.' : 'The documents are right.');
process.exitCode = hasFailed ? 1 : 0;
