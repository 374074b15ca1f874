import { createContext } from 'react';

export const AbsoluteTimes = createContext(false);
