import { enter } from './enter.mjs';

const [program = '', ...args] = process.argv.slice(2);
enter(program, args);
