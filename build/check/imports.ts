import { projectRoot } from '#build/launch/base/project-root.ts';
import { ensureModalPage } from '#build/launch/ensure-build.ts';
import { findImportFaults } from './find-import-faults.ts';

await ensureModalPage();
const faults = await findImportFaults(projectRoot);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
