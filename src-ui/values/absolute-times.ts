import { createContext } from 'react';

/** Whether tables show times themselves in the place of how long ago they were. */
export const AbsoluteTimes = createContext(false);
