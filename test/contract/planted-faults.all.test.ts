import { testPlantedFaults } from './planted-faults.ts';

testPlantedFaults({ runsAllProofs: true, tags: ['@W11', '@T42'] });
