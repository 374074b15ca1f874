import { enter } from './enter.mjs';

enter('build/check/check.ts');
