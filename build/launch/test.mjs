import { enter } from './enter.mjs';

enter('build/check/test.ts');
