// The first code of every command. It keeps to a syntax that old versions of Node can read, so that they can say what is
// wrong; what needs a newer one is imported after the check.

/** The oldest Node that can install the packages, which bring the Node 24 that everything else runs on. */
var oldestNode = 18;

/**
 * Returns the message for a Node that is too old; null if the version is sufficient.
 * @param {string} version as `process.versions.node` has it
 */
export function complaintAbout(version) {
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
 * Runs a program of this repository on Node 24, with the arguments of this process, when its packages are there.
 * @param {string} program path from the root of the repository
 */
export function enter(program) {
  var complaint = complaintAbout(process.versions.node);
  if (complaint) {
    console.error(complaint);
    process.exitCode = 2;
    return;
  }
  import('./run-program.mjs').then(function (module) {
    return module.runProgram(program, process.argv.slice(2));
  });
}
