/** Seed of this run's random choices; `FERRY_TEST_SEED` repeats one. */
export const testSeed = Number(process.env['FERRY_TEST_SEED'] ?? Date.now() % 2 ** 31);

/** The full counts of `npm run soak`, or a sample. */
export const isSoak = process.env['FERRY_SOAK'] === '1';

console.log(`random run with seed ${testSeed}; FERRY_TEST_SEED=${testSeed} repeats it`);
