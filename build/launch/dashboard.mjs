import { enter } from './enter.mjs';

enter('build/launch/dashboard.ts');
