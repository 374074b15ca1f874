import { enter } from './enter.mjs';

enter('build/launch/start.ts');
