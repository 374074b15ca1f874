import { enter } from './enter.mjs';

enter('src-main/verify/main.ts');
