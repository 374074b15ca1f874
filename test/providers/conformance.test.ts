import { testDirection } from './direction.ts';

testDirection({ from: 'radicale-debian', to: 'xandikos-debian', kills: 1 });
