import { enter } from './enter.mjs';

enter('build/launch/test.ts');
