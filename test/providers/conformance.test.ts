import { testDirections } from './direction.ts';

testDirections([{ from: 'radicale-debian', to: 'xandikos-debian', kills: 1 }]);
