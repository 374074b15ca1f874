import { enter } from './enter.mjs';

enter('src-service/cli/main.ts');
