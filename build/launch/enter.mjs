// Runs first in every command. Uses only syntax that old Node versions can parse, so that it can print a helpful
// message. Files with newer syntax are imported after the version check.

/** The oldest Node that can install the packages, which include Node 24 for everything else. */
var oldestNode = 18;

/**
 * Returns the message for a Node version that is too old. Null for any other version.
 * @param {string} version as in `process.versions.node`
 */
export function versionComplaint(version) {
  if (parseInt(version, 10) >= oldestNode) return null;
  return (
    'Ferry needs Node ' +
    oldestNode +
    ' or newer, and this is Node ' +
    version +
    '. Install Node 24 from https://nodejs.org and run the command again.'
  );
}

/**
 * Runs a program of this repository on Node 24. Installs missing packages first.
 * @param {string} program path from the root of the repository
 * @param {readonly string[]} args
 */
export function enter(program, args) {
  var versionProblem = versionComplaint(process.versions.node);
  if (versionProblem) {
    console.error(versionProblem);
    process.exitCode = 2;
    return;
  }
  import('./run-program.mjs').then(function (module) {
    return module.runProgram(program, args);
  });
}
