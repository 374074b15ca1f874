import { enter } from './enter.mjs';

enter('build/launch/console-browser.ts');
